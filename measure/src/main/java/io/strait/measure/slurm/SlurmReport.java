package io.strait.measure.slurm;

import io.strait.measure.output.Json;
import io.strait.measure.output.JsonReader;
import io.strait.measure.output.ToolOutput;
import io.strait.model.text.InputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Slurm says about its nodes.
 *
 * @param cluster the name of the cluster; null if Slurm did not say
 * @param nodes by name, in Slurm's order
 */
public record SlurmReport(String source, @Nullable String cluster, Map<String, SlurmNode> nodes) {
  static final String EXPECTED =
      "what sinfo --json, scontrol show nodes -o or scontrol show nodes --json prints";

  private static final int MOST_NODES = 1_000_000;

  /** Reads files, which may describe the same nodes, all of one cluster. */
  public static SlurmReport read(List<Path> files) {
    return join(files.stream().map(file -> parse(ToolOutput.read(file, EXPECTED))).toList());
  }

  /** Asks the Slurm of this machine. */
  public static SlurmReport ask() {
    return LocalSlurm.ask("scontrol");
  }

  private static SlurmReport join(List<SlurmReport> reports) {
    var all = reports.getFirst();
    for (var report : reports.subList(1, reports.size())) {
      if (all.cluster != null && report.cluster != null && !all.cluster.equals(report.cluster)) {
        throw new InputException(
            "%s is of cluster '%s', %s of '%s', expected one cluster at a time (the others with"
                    .formatted(all.source, all.cluster, report.source, report.cluster)
                + " --into)");
      }
      var nodes = new LinkedHashMap<>(all.nodes);
      report.nodes.values().forEach(node -> nodes.merge(node.name(), node, SlurmNode::with));
      all =
          new SlurmReport(
              all.source + ", " + report.source,
              all.cluster == null ? report.cluster : all.cluster,
              nodes);
    }
    return all;
  }

  static SlurmReport parse(ToolOutput output) {
    var objects = JsonReader.objects(output);
    if (objects.isEmpty()) {
      return of(output, null, NodeText.nodes(output));
    }
    var root = objects.getFirst();
    @Nullable String cluster = null;
    Collection<SlurmNode> nodes;
    if (root.at("sinfo").isList()) {
      nodes = NodeJson.groups(root.at("sinfo"));
      cluster = name(root.at("sinfo").items().stream().map(item -> item.at("cluster")).toList());
    } else if (root.at("nodes").isList()) {
      nodes = root.at("nodes").items().stream().map(NodeJson::node).toList();
      cluster =
          name(root.at("nodes").items().stream().map(item -> item.at("cluster_name")).toList());
    } else {
      throw root.error("no list 'nodes' or 'sinfo', expected " + EXPECTED);
    }
    if (nodes.isEmpty()) {
      var errors = root.at("errors").items();
      throw root.error(
          errors.isEmpty()
              ? "Slurm lists no nodes, expected one at least"
              : "Slurm says '%s', expected nodes"
                  .formatted(errors.getFirst().first("description", "error").text()));
    }
    return of(
        output,
        cluster == null ? name(List.of(root.at("meta", "slurm", "cluster"))) : cluster,
        nodes);
  }

  private static @Nullable String name(List<Json> values) {
    return values.stream().map(Json::text).filter(text -> !text.isEmpty()).findFirst().orElse(null);
  }

  private static SlurmReport of(
      ToolOutput output, @Nullable String cluster, Collection<SlurmNode> nodes) {
    var byName = new LinkedHashMap<String, SlurmNode>();
    nodes.forEach(node -> byName.merge(node.name(), node, SlurmNode::with));
    if (byName.size() > MOST_NODES) {
      throw output.error(1, "%d nodes, expected at most %d".formatted(byName.size(), MOST_NODES));
    }
    return new SlurmReport(output.source(), cluster, byName);
  }

  /** A name for the cluster that a grid accepts. */
  public String clusterName() {
    return cluster == null ? "slurm" : SlurmCluster.clean(cluster);
  }

  /** The report with a name for the cluster, if it has none. */
  SlurmReport named(@Nullable String name) {
    return new SlurmReport(source, cluster == null ? name : cluster, nodes);
  }
}

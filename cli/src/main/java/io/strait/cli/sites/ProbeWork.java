package io.strait.cli.sites;

import io.strait.launch.engine.Engine;
import io.strait.launch.shell.Shell;
import io.strait.launch.site.GangWork;
import io.strait.launch.site.RemoteSite;
import io.strait.model.Start;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Probes of one cluster, or of one host of it: one on each node of a job.
 *
 * @param hosts the names in the grid, those that are wanted first
 * @param wanted how many
 * @param cores of each that count; 0 for all
 * @param hasJoined whether all have joined
 */
record ProbeWork(
    String cluster,
    Start start,
    List<String> hosts,
    int wanted,
    int cores,
    BooleanSupplier hasJoined)
    implements GangWork {
  ProbeWork {
    hosts = List.copyOf(hosts);
  }

  @Override
  public String what() {
    return wanted == 1 ? "1 probe" : wanted + " probes";
  }

  /** A name in each line. */
  @Override
  public Map<String, byte[]> files() {
    return Map.of("hosts", (String.join("\n", hosts) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Engine engine(RemoteSite site) {
    return cores > 0 ? site.engine(cores) : site.engine();
  }

  @Override
  public boolean hasBegun() {
    return hasJoined.getAsBoolean();
  }

  /** One job on several nodes where the engine knows such; otherwise a job for each. */
  @Override
  public Engine.Job job(String name, Place place) throws IOException {
    return start.engine() instanceof Start.Slurm
        ? Engine.Job.ofGang(
            name, script(name, place), place.folder(), new Engine.Gang(wanted, wanted))
        : new Engine.Job(
            name, IntStream.range(0, wanted).boxed().toList(), script(name, place), place.folder());
  }

  private String script(String name, Place place) throws IOException {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("place", place.folder());
    variables.put("script", "%s/%s.sh".formatted(place.folder(), name));
    variables.put("home", "%s:%d".formatted(place.entry(), place.port()));
    variables.put("cluster", cluster);
    variables.put("count", wanted);
    variables.put("cores", cores == 0 ? "" : cores);
    variables.put("identity", NodeRole.WORKER);
    // The machine of this command may have probes of several clusters.
    variables.put("beside", start.ssh().isEmpty() ? "--beside-others" : "");
    try (var body = ProbeWork.class.getResourceAsStream("probes.sh")) {
      return Shell.variables(variables)
          + "strait() { exec %s \"$@\"; }\n".formatted(place.strait())
          + new String(Objects.requireNonNull(body).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

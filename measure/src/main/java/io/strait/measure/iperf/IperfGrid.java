package io.strait.measure.iperf;

import io.strait.measure.link.LinkGrid;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes figures of iperf3 into a link or LAN of a grid file, with a comment above it. */
public final class IperfGrid {
  /** How the comment begins. */
  private static final String MARK = "iperf3: ";

  /** Directions that differ by less than this share are one. */
  private static final double ALIKE = 0.05;

  private IperfGrid() {}

  /** The entry as a link of a grid file, for a file that a user writes. */
  public static String entry(IperfFigures figures, String client, String server) {
    var text = new StringBuilder();
    text.append("# ").append(MARK).append(figures.comment()).append('\n');
    boolean isLan = client.equals(server);
    var values = values(figures, !isLan);
    if (isLan) {
      var keys = values.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList();
      return text.append("lan: {%s}\n".formatted(String.join(", ", keys))).toString();
    }
    text.append("- between: [%s, %s]\n".formatted(client, server));
    values.forEach((key, value) -> text.append("  %s: %s\n".formatted(key, value)));
    return text.toString();
  }

  /**
   * The text of a grid file with the figures between two of its places.
   *
   * @param client the cluster or host where iperf3 -c was
   * @param server the cluster or host where iperf3 -s was
   * @throws InputException if it is not a grid file, or has no such places or link
   */
  public static String write(
      String source, String text, IperfFigures figures, String client, String server) {
    var grid = GridFile.read(Document.parse(source, text));
    var from = cluster(grid, source, client);
    var to = cluster(grid, source, server);
    if (from.equals(to)) {
      return LinkGrid.setLan(source, text, from, values(figures, false), MARK + figures.comment());
    }
    return LinkGrid.setLink(
        source,
        text,
        List.of(from, to),
        (there, isBack) -> values(there ? figures : turned(figures), true, isBack),
        MARK + figures.comment() + " (client at " + from + ")");
  }

  /** The cluster of this name, or the one that has a host of this name. */
  private static String cluster(Grid grid, String source, String name) {
    for (var cluster : grid.clusters()) {
      if (cluster.name().equals(name)) {
        return name;
      }
    }
    for (var cluster : grid.clusters()) {
      if (cluster.hosts().stream().anyMatch(group -> group.has(name))) {
        return cluster.name();
      }
    }
    throw new InputException(
        "--between '%s' is not in %s, expected a host or one of the clusters: %s"
            .formatted(
                name,
                source,
                String.join(", ", grid.clusters().stream().map(Cluster::name).limit(8).toList())));
  }

  /** The figures seen from the other end. */
  private static IperfFigures turned(IperfFigures figures) {
    return new IperfFigures(
        /* there= */ figures.back(),
        /* back= */ figures.there(),
        figures.latency(),
        figures.loss(),
        figures.jitter(),
        figures.duplex(),
        figures.comment(),
        figures.notes());
  }

  private static Map<String, @Nullable String> values(IperfFigures figures, boolean isLink) {
    return values(figures, isLink, false);
  }

  /**
   * What is known, by key.
   *
   * @param hasBack whether the link says already what is different the other way
   */
  private static Map<String, @Nullable String> values(
      IperfFigures figures, boolean isLink, boolean hasBack) {
    var values = new LinkedHashMap<String, @Nullable String>();
    double there = figures.there();
    double back = figures.back();
    boolean isBoth = !Double.isNaN(there) && !Double.isNaN(back);
    boolean isAlike = isBoth && Math.abs(there - back) <= ALIKE * Math.max(there, back);
    if (isBoth && (!isLink || (isAlike && !hasBack))) {
      values.put("bandwidth", IperfFigures.bandwidth(Math.min(there, back)));
    } else {
      if (!Double.isNaN(there)) {
        values.put("bandwidth", IperfFigures.bandwidth(there));
      } else if (!isLink && !Double.isNaN(back)) {
        values.put("bandwidth", IperfFigures.bandwidth(back));
      }
      if (isLink && !Double.isNaN(back)) {
        values.put("back", "{bandwidth: %s}".formatted(IperfFigures.bandwidth(back)));
      }
    }
    if (!Double.isNaN(figures.latency())) {
      values.put("latency", IperfFigures.duration(figures.latency()));
    }
    if (!Double.isNaN(figures.loss())) {
      values.put("loss", IperfFigures.share(figures.loss()));
    }
    if (!Double.isNaN(figures.jitter())) {
      values.put("jitter", IperfFigures.duration(figures.jitter()));
    }
    if (figures.duplex() != null) {
      values.put("duplex", figures.duplex().name().toLowerCase(Locale.ROOT));
    }
    return values;
  }
}

package io.strait.measure.iperf;

import io.strait.measure.link.LinkGrid;
import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.Link;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes figures of iperf3 into a link or LAN of a grid file, with a comment above it. */
public final class IperfGrid {
  /** Directions that differ by less than this share are one. */
  private static final double ALIKE = 0.05;

  private IperfGrid() {}

  /** The entry as a link of a grid file, for a file that a user writes. */
  public static String entry(IperfFigures figures, String client, String server) {
    var text = new StringBuilder();
    boolean isLan = client.equals(server);
    missing(figures, client, server).forEach(line -> text.append("# %s\n".formatted(line)));
    text.append("# ").append(IperfComment.MARK).append(figures.comment()).append('\n');
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
      var values = values(figures, false);
      return LinkGrid.setLan(
          source,
          text,
          from,
          values,
          IperfComment.MARK,
          old ->
              IperfComment.merged(
                  IperfComment.of(figures, ""), old, values.keySet(), "", /* hasBack= */ false));
    }
    var between = List.of(from, to);
    return LinkGrid.setLink(
        source,
        text,
        between,
        (there, isBack) -> values(there ? figures : turned(figures), true, isBack),
        IperfComment.MARK,
        (there, hasBack, old) ->
            IperfComment.merged(
                IperfComment.of(figures, from),
                old,
                values(there ? figures : turned(figures), true, hasBack).keySet(),
                there ? from : to,
                hasBack));
  }

  private static String unlimited(String from, String to) {
    return "no test says what gets from %s to %s: without a bandwidth that direction is unlimited"
        .formatted(from, to);
  }

  /**
   * What is missing between two places of a grid file with figures in it: a direction whose
   * bandwidth counts as unlimited while the other is known. Empty if nothing is.
   */
  public static List<String> missing(String source, String text, String client, String server) {
    var grid = GridFile.read(Document.parse(source, text));
    var ends = Set.of(cluster(grid, source, client), cluster(grid, source, server));
    return grid.links().stream()
        .filter(link -> link.between().size() == 2 && ends.equals(Set.copyOf(link.between())))
        .filter(IperfGrid::isUnlimited)
        .map(link -> unlimited(link.between().getFirst(), link.between().getLast()))
        .toList();
  }

  private static boolean isUnlimited(Link link) {
    Link.@Nullable Back back = link.back();
    return back != null
        && back.network().bandwidth().isLimited()
        && !link.network().bandwidth().isLimited();
  }

  /** What is missing in an entry of these figures alone. */
  public static List<String> missing(IperfFigures figures, String client, String server) {
    boolean isMissing = Double.isNaN(figures.there()) && !Double.isNaN(figures.back());
    return isMissing && !client.equals(server) ? List.of(unlimited(client, server)) : List.of();
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

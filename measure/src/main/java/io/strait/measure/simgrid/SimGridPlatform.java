package io.strait.measure.simgrid;

import io.strait.model.Grid;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a platform file of SimGrid, version 4 or 4.1 of its DTD, as a grid.
 *
 * <table>
 *   <caption>What each part becomes</caption>
 *   <tr><th>platform</th><th>grid</th></tr>
 *   <tr><td>{@code <cluster>}, and a {@code <zone>} or {@code <AS>} that holds hosts</td>
 *     <td>a cluster; zones that only hold zones vanish</td></tr>
 *   <tr><td>a single zone with hosts</td>
 *     <td>a cluster for each set of hosts with routes of at most 1 ms between them, directly or through
 *     others; a single cluster if that would make more than 50</td></tr>
 *   <tr><td>host: speed, core</td>
 *     <td>speed and cores; equal hosts named name1 … namen become one group</td></tr>
 *   <tr><td>links inside a cluster</td>
 *     <td>its LAN: the bandwidth of the backbone, or of the wires that all its routes share, or else
 *     of the narrowest link, with a warning. The latency is the one from host to host: link, backbone,
 *     link</td></tr>
 *   <tr><td>{@code <zoneRoute>}, {@code <ASroute>}</td>
 *     <td>a link between the clusters of its gateways, with the narrowest bandwidth and the sum of the
 *     latencies. Routers outside clusters are passed over the fewest wires. A route made of two others
 *     is left out, because a grid routes through clusters itself</td></tr>
 *   <tr><td>SHARED, SPLITDUPLEX</td><td>half and full duplex</td></tr>
 *   <tr><td>FATPIPE</td>
 *     <td>bounds a single link like any other wire, because one stream crosses it, but does not bound
 *     several together</td></tr>
 * </table>
 *
 * <p>A grid cannot express that several links share a wire; where that matters, a warning names the
 * wire. Everything else in a platform is left out, and a warning names it once, with its first
 * line. The grid has no home, so the planner looks for the best master everywhere.
 */
public final class SimGridPlatform {
  private SimGridPlatform() {}

  /**
   * A grid and the warnings about it.
   *
   * @param text the grid file
   * @param warnings a line each, with the place in the file
   */
  public record Imported(Grid grid, String text, List<String> warnings) {}

  /**
   * Reads a platform file.
   *
   * @throws InputException if the file is not a platform, or makes no valid grid
   */
  public static Imported read(Path file) {
    return read(XmlFile.read(file));
  }

  /** Reads the text of a platform file. Messages call it {@code source}. */
  static Imported parse(String source, String text) {
    return read(XmlFile.parse(source, text));
  }

  private static Imported read(XmlElement root) {
    var warnings = new Warnings();
    var platform = new PlatformReader(warnings).read(root);
    var grid = new GridBuilder(platform, warnings).grid();
    var text = GridTree.of(grid).yaml();
    try {
      GridFile.read(Document.parse("grid", text));
    } catch (InputException e) {
      throw root.error("the platform makes no valid grid: " + e.getMessage());
    }
    return new Imported(grid, text, warnings.list());
  }
}

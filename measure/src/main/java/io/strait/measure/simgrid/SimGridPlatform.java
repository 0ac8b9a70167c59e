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
 *   <caption>What becomes of what</caption>
 *   <tr><th>platform</th><th>grid</th></tr>
 *   <tr><td>{@code <cluster>}, and a {@code <zone>} or {@code <AS>} that holds hosts</td>
 *     <td>a cluster; zones that hold zones vanish</td></tr>
 *   <tr><td>a single zone with hosts</td>
 *     <td>a cluster for all hosts that have routes of at most 1 ms between them, directly or through
 *     others; one cluster for all where that would make more than 50</td></tr>
 *   <tr><td>host: speed, core</td>
 *     <td>speed and cores; equal hosts called name1 … namen are one group</td></tr>
 *   <tr><td>links inside a cluster</td>
 *     <td>its LAN: the bandwidth of the backbone, or of the wires that all its routes share; without
 *     such, of the narrowest link, and a warning. The latency is that from host to host: link,
 *     backbone, link</td></tr>
 *   <tr><td>{@code <zoneRoute>}, {@code <ASroute>}</td>
 *     <td>a link between the clusters in which its gateways are: the narrowest bandwidth, the sum of
 *     latencies. Routers outside of clusters are passed through, by the fewest wires. A route that
 *     is two others one behind the other is left to the grid, which passes through clusters</td></tr>
 *   <tr><td>SHARED, SPLITDUPLEX</td><td>half and full duplex</td></tr>
 *   <tr><td>FATPIPE</td>
 *     <td>bounds a single link as any other wire does, since one stream crosses it, but not several
 *     together</td></tr>
 * </table>
 *
 * <p>A grid cannot say that several links share a wire: where that would matter, a warning names
 * it. Everything else that a platform may hold is left out, and a warning names it once, with its
 * first line. There is no home: the planner then looks for the best master everywhere.
 */
public final class SimGridPlatform {
  private SimGridPlatform() {}

  /**
   * A grid and what the user should know about it.
   *
   * @param text the grid file
   * @param warnings one line each, with the place in the file
   */
  public record Imported(Grid grid, String text, List<String> warnings) {}

  /**
   * Reads a platform file.
   *
   * @throws InputException if it is none, or makes no grid that can be used
   */
  public static Imported read(Path file) {
    return read(XmlFile.read(file));
  }

  /** Reads the text of a platform file; {@code source} names it in messages. */
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
      throw root.error("the platform makes no grid that can be read: " + e.getMessage());
    }
    return new Imported(grid, text, warnings.list());
  }
}

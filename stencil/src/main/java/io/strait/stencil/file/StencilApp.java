package io.strait.stencil.file;

import io.strait.kind.code.TaskCode;
import io.strait.model.App;
import io.strait.model.Element;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stencil: a domain of cells. In every iteration each cell follows from the cells around it. A
 * column is a line of cells that lie together in memory; gaps part columns unless clusters are
 * arranged in several rows.
 *
 * @param columns of the domain
 * @param rows cells in a column; 1 for a domain of one dimension
 * @param corners whether cells depend on their diagonal neighbours (9-point) or not (5-point)
 * @param radius how far away the cells are that a cell depends on
 * @param iterations how many, or at most how many where {@code tolerance} is given
 * @param tolerance stop when no cell changed by more than this; null to do all iterations
 * @param checkEvery iterations from one convergence test to the next
 * @param costPerCell seconds for one cell on a host that gives no rate; null where every host does
 * @param processorRows rows of the processor matrix, or 0 for one row
 * @param arrangement clusters as they lie on the domain, row by row; empty for one row in the order
 *     of the grid
 * @param checkpointEvery iterations between checkpoints, or 0 for none
 * @param framesEvery iterations between pictures, or 0 for none
 * @param strategy the one to use, or null for the best
 * @param band columns that both sides of a gap compute (or the depth of a deep halo), or 0 to let
 *     the plan say
 */
public record StencilApp(
    String name,
    int columns,
    int rows,
    Element type,
    boolean corners,
    int radius,
    Boundary boundary,
    int iterations,
    @Nullable Double tolerance,
    int checkEvery,
    @Nullable Double costPerCell,
    int processorRows,
    List<List<String>> arrangement,
    int checkpointEvery,
    int framesEvery,
    @Nullable Strategy strategy,
    int band,
    TaskCode.@Nullable JavaClass run)
    implements App {
  public StencilApp {
    arrangement = arrangement.stream().map(List::copyOf).toList();
  }
}

package io.strait.stencil.plan;

import io.strait.model.Cluster;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.PlanException;
import io.strait.model.quantity.Rate;
import io.strait.stencil.file.StencilApp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processor matrix: which host stands where on the domain. Ranks are numbered cluster by
 * cluster in the order of the grid, inside a cluster row by row.
 */
public final class RankMatrix {
  /**
   * @param rank its number
   * @param cluster the index of its cluster in the grid
   */
  public record Rank(
      int rank, int cluster, String host, int row, int column, double secondsPerCell) {}

  private final int rows;
  private final int columns;
  private final List<Rank> ranks;
  private final Rank[] at;

  private RankMatrix(int rows, int columns, List<Rank> ranks) {
    this.rows = rows;
    this.columns = columns;
    this.ranks = List.copyOf(ranks);
    this.at = new Rank[rows * columns];
    for (var rank : ranks) {
      at[rank.row * columns + rank.column] = rank;
    }
  }

  /** The first host whose neighbour to the right or below is in another cluster; null if none. */
  public @Nullable String borderHost() {
    for (var rank : ranks) {
      boolean right =
          rank.column + 1 < columns && at(rank.row, rank.column + 1).cluster != rank.cluster;
      boolean below = rank.row + 1 < rows && at(rank.row + 1, rank.column).cluster != rank.cluster;
      if (right || below) {
        return rank.host;
      }
    }
    return null;
  }

  /**
   * @throws PlanException if the clusters do not fit into a matrix
   */
  public static RankMatrix of(StencilApp app, Grid grid) {
    var arrangement = app.arrangement();
    if (arrangement.isEmpty()) {
      arrangement =
          List.of(
              grid.clusters().stream()
                  .filter(cluster -> !hosts(cluster, app).isEmpty())
                  .map(Cluster::name)
                  .toList());
    }
    int high = arrangement.size();
    int wide = arrangement.getFirst().size();
    int rows = app.processorRows() == 0 ? high : app.processorRows();
    if (rows % high != 0) {
      throw new PlanException.Value(
          "processors",
          "processors have %d rows, expected a multiple of the %d rows of clusters"
              .formatted(rows, high));
    }
    int rowsEach = rows / high;
    var columnOf = new int[wide + 1];
    var placed = new ArrayList<Rank>();
    for (int j = 0; j < wide; j++) {
      for (int i = 0; i < high; i++) {
        var cluster = find(grid, arrangement.get(i).get(j));
        var hosts = hosts(cluster, app);
        if (hosts.isEmpty() || hosts.size() % rowsEach != 0) {
          throw new PlanException.Value(
              "processors",
              "cluster '%s' has %d hosts that work, expected a multiple of its %d processor rows"
                  .formatted(cluster.name(), hosts.size(), rowsEach));
        }
        int columnsEach = hosts.size() / rowsEach;
        if (i > 0 && columnOf[j + 1] - columnOf[j] != columnsEach) {
          throw new PlanException.Value(
              "clusters",
              "cluster '%s' has %d processor columns, expected %d like the cluster above it"
                  .formatted(cluster.name(), columnsEach, columnOf[j + 1] - columnOf[j]));
        }
        columnOf[j + 1] = columnOf[j] + columnsEach;
        for (int k = 0; k < hosts.size(); k++) {
          var host = hosts.get(k);
          placed.add(
              new Rank(
                  -1,
                  grid.clusters().indexOf(cluster),
                  host.name,
                  i * rowsEach + k / columnsEach,
                  columnOf[j] + k % columnsEach,
                  host.secondsPerCell));
        }
      }
    }
    placed.sort(
        (a, b) ->
            a.cluster != b.cluster
                ? Integer.compare(a.cluster, b.cluster)
                : a.row != b.row
                    ? Integer.compare(a.row, b.row)
                    : Integer.compare(a.column, b.column));
    var ranks = new ArrayList<Rank>();
    for (var rank : placed) {
      ranks.add(
          new Rank(
              ranks.size(), rank.cluster, rank.host, rank.row, rank.column, rank.secondsPerCell));
    }
    return new RankMatrix(rows, columnOf[wide], ranks);
  }

  private record Host(String name, double secondsPerCell) {}

  private static List<Host> hosts(Cluster cluster, StencilApp app) {
    var hosts = new ArrayList<Host>();
    for (var group : cluster.hosts()) {
      for (int i = 0; group.role().mayWork() && i < group.size(); i++) {
        hosts.add(new Host(group.hostName(i), secondsPerCell(group, app)));
      }
    }
    return hosts;
  }

  /** From the host's rate for this app, in cells per second, or else from the app's cost. */
  private static double secondsPerCell(HostGroup group, StencilApp app) {
    @Nullable Rate rate =
        group.rates().getOrDefault(app.name(), group.rates().get(HostGroup.ANY_APP));
    if (rate != null) {
      return 1 / (rate.perSecond() * group.available().ofOne());
    }
    @Nullable Double cost = app.costPerCell();
    return cost == null ? 0 : cost / group.available().ofOne();
  }

  private static Cluster find(Grid grid, String name) {
    for (var cluster : grid.clusters()) {
      if (cluster.name().equals(name)) {
        return cluster;
      }
    }
    throw new PlanException(
        "there is no cluster '%s' to arrange, expected one of: %s"
            .formatted(
                name, String.join(", ", grid.clusters().stream().map(Cluster::name).toList())));
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public List<Rank> ranks() {
    return ranks;
  }

  /** The ranks of a cluster, by its index in the grid. */
  public List<Integer> ranks(int cluster) {
    return ranks.stream().filter(rank -> rank.cluster() == cluster).map(Rank::rank).toList();
  }

  public Rank at(int row, int column) {
    return at[row * columns + column];
  }

  /** Whether a gap lies between this column of processors and the next one (round the end). */
  public boolean isGapAfterColumn(int column) {
    return at(0, column).cluster != at(0, (column + 1) % columns).cluster;
  }

  /** Whether a gap lies between this row of processors and the next one (round the end). */
  public boolean isGapAfterRow(int row) {
    return at(row, 0).cluster != at((row + 1) % rows, 0).cluster;
  }
}

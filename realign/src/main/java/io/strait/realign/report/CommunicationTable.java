package io.strait.realign.report;

import io.strait.model.Grid;
import io.strait.model.PlanException;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.plan.MessagePattern;
import io.strait.realign.plan.Ranks;
import java.util.ArrayList;
import java.util.List;

/**
 * Who sends how much to whom in one step of a realignment: paper <em>realign</em>'s figures 3 and
 * 6. Of many ranks, neighbours of a cluster share a row and a column.
 */
public final class CommunicationTable {
  private static final long MOST_MESSAGES = 1L << 27;

  private final Ranks ranks;
  private final List<Bin> bins = new ArrayList<>();
  private final int[] binOf;
  private final int[] block;
  private final long[] messages;
  private final long[] bytes;

  /** Ranks of a cluster that share a row: those from the first up to the one before the end. */
  public record Bin(int cluster, int first, int end) {
    public int size() {
      return end - first;
    }

    /** The numbers of its ranks. */
    public String name() {
      return size() == 1 ? "" + first : "%d–%d".formatted(first, end - 1);
    }
  }

  /**
   * @param numberings of the phases
   * @param step from which phase to the next
   * @param most rows; more only where there are more clusters
   */
  public CommunicationTable(
      Grid grid, RealignApp app, List<Permutation> numberings, int step, int most) {
    this.ranks = Ranks.of(grid);
    int size = ranks.size();
    binOf = new int[size];
    for (int c = 0; c < ranks.clusters(); c++) {
      int members = ranks.size(c);
      int parts = size <= most ? members : (int) Math.max(1, (long) members * most / size);
      for (int i = 0; i < parts && members > 0; i++) {
        int first = ranks.first(c) + (int) ((long) members * i / parts);
        int end = ranks.first(c) + (int) ((long) members * (i + 1) / parts);
        java.util.Arrays.fill(binOf, first, end, bins.size());
        bins.add(new Bin(c, first, end));
      }
    }
    messages = new long[bins.size() * bins.size()];
    bytes = new long[messages.length];
    var source = numberings.get(step);
    var target = numberings.get(step + 1);
    block = source.inverse().toArray();
    var pattern =
        new MessagePattern(app.distribution(step, size), app.distribution(step + 1, size));
    if (pattern.messages() > MOST_MESSAGES) {
      throw new PlanException(
          "a step has %d messages to show, expected at most %d"
              .formatted(pattern.messages(), MOST_MESSAGES));
    }
    for (int from = 0; from < size; from++) {
      pattern.row(from);
      for (int i = 0; i < pattern.size(); i++) {
        int cell = binOf[source.of(from)] * bins.size() + binOf[target.of(pattern.to(i))];
        messages[cell]++;
        bytes[cell] += pattern.elements(i) * app.elementBytes();
      }
    }
  }

  public List<Bin> bins() {
    return bins;
  }

  public Ranks ranks() {
    return ranks;
  }

  /** The block of the old distribution that a rank has. */
  public int block(int rank) {
    return block[rank];
  }

  /** Whether what goes from one bin to another stays in their cluster. */
  public boolean isInterior(int from, int to) {
    return bins.get(from).cluster() == bins.get(to).cluster();
  }

  public long messages(int from, int to) {
    return messages[from * bins.size() + to];
  }

  public long bytes(int from, int to) {
    return bytes[from * bins.size() + to];
  }

  /** Messages that stay in their cluster, or those that do not. */
  public long messages(boolean interior) {
    long sum = 0;
    for (int cell = 0; cell < messages.length; cell++) {
      boolean inside = isInterior(cell / bins.size(), cell % bins.size());
      sum += inside == interior ? messages[cell] : 0;
    }
    return sum;
  }

  /** Whether a cluster begins here, or the last one has ended. */
  public boolean begins(int bin) {
    return bin == 0 || bin == bins.size() || bins.get(bin).cluster() != bins.get(bin - 1).cluster();
  }

  /** The first bin of every cluster up to the one before its end. */
  public List<Bin> clusters() {
    var found = new ArrayList<Bin>();
    for (int first = 0, end = 1; end <= bins.size(); end++) {
      if (begins(end)) {
        found.add(new Bin(bins.get(first).cluster(), first, end));
        first = end;
      }
    }
    return found;
  }

  /** The most bytes of any cell. */
  public long mostBytes() {
    long most = 0;
    for (long each : bytes) {
      most = Math.max(most, each);
    }
    return most;
  }
}

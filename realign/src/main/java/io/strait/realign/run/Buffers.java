package io.strait.realign.run;

import io.strait.model.PlanException;
import java.util.OptionalLong;

/**
 * How large messages are and how many may be under way; equal for all ranks.
 *
 * @param payload bytes of elements in a chunk, at most
 * @param lanAhead chunks to a rank of the own cluster
 * @param gateAhead chunks between a rank and its gateway
 * @param gapAhead chunks between gateways
 * @param parts bytes of the parts that a rank keeps in memory, at most
 */
public record Buffers(int payload, int lanAhead, int gateAhead, int gapAhead, long parts) {
  /** Bytes before the elements of a chunk. */
  static final int HEAD = 32;

  /** Bytes of elements in a chunk unless memory is scarce. */
  public static final int PAYLOAD = 64 << 10;

  private static final int LEAST_PAYLOAD = 256;
  private static final int MOST_GAP_AHEAD = 64;

  /** Bytes for which everything that a lane carries in a step has room in it. */
  private static final long GENEROUS = 32L << 20;

  /** Bytes of buffers that a rank uses where nothing limits it. */
  private static final long USUAL = 256L << 20;

  /**
   * The largest that fit.
   *
   * @param inMemory whether parts are kept in memory, and not in files
   * @param limit of what a rank may use; empty where nothing limits it
   * @param pipe bytes that may be on their way between gateways
   * @throws PlanException.Value if there is no room, with what would be needed
   */
  public static Buffers of(Moves moves, boolean inMemory, OptionalLong limit, double pipe) {
    long parts = inMemory ? parts(moves) : 0;
    int gap = (int) Math.clamp(Math.ceil(pipe / PAYLOAD) + 2, 8, MOST_GAP_AHEAD);
    long room = limit.isPresent() ? limit.getAsLong() - parts : USUAL;
    var whole = whole(LaneLoads.of(moves, PAYLOAD), parts);
    if (whole.bytes(moves) <= Math.min(room, GENEROUS)) {
      return whole;
    }
    var usual = new Buffers(PAYLOAD, 4, 4, gap, parts);
    if (usual.bytes(moves) <= room) {
      return usual;
    }
    var small = new Buffers(LEAST_PAYLOAD, 1, 1, 2, parts);
    long slots = small.bytes(moves) / (LEAST_PAYLOAD + HEAD);
    if (limit.isEmpty()) {
      long payload = Math.clamp(room / slots - HEAD, LEAST_PAYLOAD, PAYLOAD);
      return new Buffers((int) payload, 1, 1, 2, parts);
    }
    if (small.bytes(moves) > room) {
      throw new PlanException.Value(
          "memory",
          "memory is %d B, expected at least %d B: %d for the parts of a rank and %d for messages"
              .formatted(limit.getAsLong(), parts + small.bytes(moves), parts, small.bytes(moves)));
    }
    var medium = new Buffers(PAYLOAD / 4, 2, 2, Math.min(gap, 8), parts);
    if (medium.bytes(moves) <= room) {
      return medium;
    }
    return new Buffers((int) Math.min(PAYLOAD, room / slots - HEAD), 1, 1, 2, parts);
  }

  /** With room for everything, as the plan's model has it. */
  private static Buffers whole(LaneLoads loads, long parts) {
    int most = (int) (GENEROUS / LEAST_PAYLOAD);
    return new Buffers(
        Math.clamp(loads.largest(), LEAST_PAYLOAD, PAYLOAD),
        (int) Math.min(most, loads.lan()),
        (int) Math.min(most, loads.gate()),
        (int) Math.min(most, loads.gap()),
        parts);
  }

  /** The parts of two phases that follow each other. The first block of all has the most. */
  private static long parts(Moves moves) {
    long most = 0;
    for (int parity = 0; parity < 2; parity++) {
      long largest = 0;
      for (int phase = parity; phase < moves.phases(); phase += 2) {
        largest = Math.max(largest, moves.phase(phase).count(0) * moves.elementBytes());
      }
      most += largest;
    }
    return most;
  }

  /** Bytes of a chunk with its head. */
  int chunk() {
    return payload + HEAD;
  }

  /** Bytes of messages for the rank that has the most of them, a gateway. */
  long bytes(Moves moves) {
    var ranks = moves.ranks();
    long most = 0;
    int clusters = 0;
    for (int c = 0; c < ranks.clusters(); c++) {
      most = Math.max(most, ranks.size(c) - 1);
      clusters += ranks.size(c) > 0 ? 1 : 0;
    }
    long slots = most * lanAhead;
    if (clusters > 1) {
      slots += most * gateAhead + (clusters - 1L) * gapAhead;
    }
    return 2 * slots * chunk();
  }
}

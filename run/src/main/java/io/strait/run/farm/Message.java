package io.strait.run.farm;

import java.util.List;

/** What parents and children say to each other. */
public sealed interface Message {
  /** The versions of the protocol that this program speaks. */
  int OLDEST = 1;

  int NEWEST = 1;

  /** What a child is. */
  enum Role {
    WORKER,
    GATEWAY
  }

  // ---- from the child

  /**
   * The first message on a connection.
   *
   * @param token that lets the child join; may be empty where none is asked for
   * @param instance a number drawn when the process started
   * @param dial counts the connections of this instance
   */
  record Hello(
      int oldest,
      int newest,
      String token,
      String name,
      Role role,
      int cores,
      long instance,
      int dial)
      implements Message {}

  /** The child holds these tasks: they wait, are being computed, or have unacknowledged results. */
  record Holding(IdSet tasks) implements Message {}

  /** The child can take so many tasks more. */
  record Want(int tasks) implements Message {}

  /** Small parts, whole. */
  record Results(List<Part> parts) implements Message {}

  /** A large part, to be fetched when there is room. */
  record Offer(int part, Part.Kind kind, IdSet tasks, int size) implements Message {}

  /**
   * A piece of a large part; pieces come in order.
   *
   * @param offset of the piece in the part
   * @param data that has the piece, from an index on
   */
  record Chunk(int part, int offset, byte[] data, int from, int length) implements Message {
    /** A piece that is all of its data. */
    public Chunk(int part, int offset, byte[] data) {
      this(part, offset, data, 0, data.length);
    }
  }

  /** The child does not have these tasks any more, and has no results for them. */
  record Returned(IdSet tasks) implements Message {}

  /** The child has nothing left and goes for good. */
  record Leaving() implements Message {}

  // ---- from the parent

  /**
   * Opens a session.
   *
   * @param dial of the hello that this answers
   * @param leaseMillis how long the parent waits for a silent child before it gives its tasks away
   * @param spec all that is needed to compute tasks and to add up results
   */
  record Welcome(
      int version,
      int dial,
      String run,
      int tasks,
      int leaseMillis,
      int aggregate,
      int mostResultBytes,
      byte[] spec)
      implements Message {}

  /** No session. If it is for good, trying again makes no sense. */
  record Refused(String reason, boolean forGood) implements Message {}

  /** Tasks to compute; attempts and inputs in the same order. */
  record Tasks(int[] ids, byte[] attempts, byte[][] inputs) implements Message {}

  /** The parent has room for an offered part. */
  record Fetch(int part) implements Message {}

  /** These parts are safe. */
  record Ack(IdSet parts) implements Message {}

  /** A part was not accepted, for results of some of its tasks were accepted before. */
  record Reject(int part, IdSet already) implements Message {}

  /** Results of these tasks are not needed any more. */
  record Cancel(IdSet tasks) implements Message {}

  /** The child is not needed any more, and why. */
  record Finished(String reason) implements Message {}

  // ---- from both

  /**
   * A sign of life.
   *
   * @param stamp of the sender's clock
   * @param echo the stamp of the other's beat that this answers, or 0
   */
  record Beat(long stamp, long echo) implements Message {}
}

package io.strait.kind.rank;

import io.strait.transport.fabric.Delays;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the master of one kind of application says to its ranks, and what it makes of their answers.
 * {@link RankMaster} calls it: {@link #begin} once all ranks have joined, {@link #start} once all
 * are prepared, {@link #finish} once all are done; {@link #received} in between, by one thread.
 *
 * @param <O> what the ranks have to tell at the end
 */
public interface RankProtocol<O> {
  /** The host of every rank. */
  List<String> hosts();

  /** Delays of messages between ranks, to be emulated. */
  Delays delays();

  /** Tells the ranks how to run. */
  void begin(RankMaster<O> master);

  /** Tells the ranks to start. */
  void start(RankMaster<O> master);

  /**
   * Takes a message from a rank.
   *
   * @return false if this kind of message is unknown
   */
  boolean received(RankMaster<O> master, int rank, byte kind, ByteBuffer payload);

  /** Tells the ranks that all are done. */
  O finish(RankMaster<O> master);

  /** How much of the work is done; any thread may ask. */
  long progress();

  /** Why the ranks ended, where somebody stops the run. */
  default String stopReason() {
    return RankRunner.STOPPED;
  }
}

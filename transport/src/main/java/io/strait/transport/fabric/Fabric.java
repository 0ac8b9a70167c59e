package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One rank's end of all its connections to other ranks. Used by one thread. Messages from one rank
 * to another arrive once, whole and in order. All buffers are off-heap and are used again: nothing
 * is allocated per message.
 *
 * <p>There are two lanes between any two ranks, which do not wait for each other: peer {@code
 * size() + r} is rank r once more, on the second lane, which {@link Collectives} use.
 *
 * <p>Every call may throw {@link RankLostException} once a rank is known to be lost.
 */
public interface Fabric extends AutoCloseable {
  /** Connections between the same two ranks. */
  int LANES = 2;

  int rank();

  int size();

  /**
   * Says beforehand to whom this rank will talk. Both ends must do so, with the same sizes, before
   * the first message.
   *
   * @param bytes of the longest message, in either direction
   * @param ahead how many messages may be under way in one direction
   */
  void open(int peer, long bytes, int ahead);

  /**
   * Whether {@link #begin} would not wait now. If not, {@link #await} also ends when it would not
   * any more. A rank that takes messages until there is room cannot block one that does the same.
   */
  boolean room(int to);

  /**
   * The buffer of the next message to a rank. Waits while as many messages are under way as {@link
   * #open} said.
   */
  MemorySegment begin(int to);

  /** Sends the first bytes of what {@link #begin} gave. Does not wait until they have arrived. */
  void send(int to, long bytes);

  /** The next message from a rank, or null if none is there yet. Valid until {@link #release}. */
  @Nullable MemorySegment poll(int from);

  /** Gives back the message that {@link #poll} gave. */
  void release(int from);

  /**
   * When the message that was polled last came, in {@link System#nanoTime}: where delays are
   * emulated, when it was due, which is a little earlier than when a thread could look.
   */
  long arrived();

  /**
   * Says that what is sent from now on leaves at this {@link System#nanoTime}: where computing is
   * emulated, when the emulated host would have come so far, which may be a little in the past.
   * Carriers that do not emulate wait until then.
   */
  void leave(long nanos);

  /**
   * Blocks (or yields) until a message may have come, at most so long. Messages that had come when
   * it returned the last time do not end it again: poll whatever can be used before waiting.
   */
  void await(long nanos);

  /** Says that this rank cannot go on: all others are told that it is lost, and why. */
  void fail(String why);

  @Override
  void close();
}

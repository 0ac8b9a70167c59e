package io.strait.transport.fabric;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One rank's end of all its connections to other ranks. Used by one thread. Messages from one rank
 * to another arrive once, whole and in order. All buffers are off-heap and are used again: nothing
 * is allocated per message.
 *
 * <p>Two lanes join any two ranks and do not wait for each other. Peer {@code size() + r} is rank r
 * on the second lane, which {@link Collectives} use.
 *
 * <p>Every call may throw {@link RankLostException} once a rank is known to be lost.
 */
public interface Fabric extends AutoCloseable {
  /** The number of lanes between two ranks. */
  int LANES = 2;

  int rank();

  int size();

  /**
   * Opens a lane to a peer. Both ends must open it, with the same sizes, before the first message.
   *
   * @param bytes the length of the longest message, in either direction
   * @param ahead how many messages may be under way in one direction
   */
  void open(int peer, long bytes, int ahead);

  /**
   * Whether {@link #begin} would return at once. If not, {@link #await} also ends once it would. A
   * rank that takes messages until there is room cannot block another that does so too.
   */
  boolean room(int to);

  /**
   * The buffer of the next message to a rank. Waits while the number of messages under way is what
   * {@link #open} allows.
   */
  MemorySegment begin(int to);

  /** Sends the first bytes of the buffer of {@link #begin}, without waiting for their arrival. */
  void send(int to, long bytes);

  /** The next message from a rank, or null if there is none yet. Valid until {@link #release}. */
  @Nullable MemorySegment poll(int from);

  /** Gives back the message that {@link #poll} returned. */
  void release(int from);

  /**
   * When the message that was polled last arrived, in {@link System#nanoTime}. Where delays are
   * emulated, this is when it was due, which is a little before a thread could see it.
   */
  long arrived();

  /**
   * Sets when messages sent from now on leave, in {@link System#nanoTime}. Where computing is
   * emulated, this is when the emulated host would send them, which may be a little in the past.
   * Carriers that do not emulate wait until then.
   */
  void departAt(long nanos);

  /**
   * Waits until a message may have arrived, at most this many nanoseconds. Messages that had
   * arrived when it last returned do not end the wait again, so poll all that can be used before
   * waiting.
   */
  void await(long nanos);

  /**
   * Ends the wait of the rank's thread, or its next wait if it does not wait now. Any thread may
   * call it.
   */
  void wake();

  /** Gives up: all other ranks are told that this one is lost, and why. */
  void fail(String why);

  @Override
  void close();
}

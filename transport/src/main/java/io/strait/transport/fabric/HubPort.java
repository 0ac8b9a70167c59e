package io.strait.transport.fabric;

import io.strait.transport.wire.RawLink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hub's end of the session with one rank. Frames that cannot go out yet wait, in order, and
 * those that have gone out are kept until the rank has them. While that is too much, the hub stops
 * reading from the ranks that send more.
 */
final class HubPort {
  enum State {
    EXPECTED,
    JOINED,
    ENDED,
    LOST
  }

  /** What a look at the session has brought to light. */
  enum Finding {
    NOTHING,
    CUT_OFF,
    BACK,
    GIVEN_UP
  }

  /** The bytes that may wait or be kept before senders are held back. */
  private static final long FULL = 64 << 20;

  /** An acknowledgement is due after so many frames or bytes. */
  static final int ACK_FRAMES = 64;

  static final int ACK_BYTES = 1 << 20;

  private final Object inbox = new Object();
  private final int rank;
  private final Patience patience;
  private final AwakeClock clock;
  private final ArrayDeque<ResendBuffer.Kept> urgent = new ArrayDeque<>();
  private final ArrayDeque<ResendBuffer.Kept> waiting = new ArrayDeque<>();
  private final ResendBuffer sent = new ResendBuffer();
  private final GapFrame.Joiner joiner = new GapFrame.Joiner();
  private long bytes;
  private State state = State.EXPECTED;
  private long session;
  private String why = "";
  private long brokeAt;
  private boolean brokeInSilence;
  private boolean cutOff;
  private volatile boolean held;
  private volatile long heard;
  private volatile @Nullable RawLink link;

  /** Counts the rank's frames. Written under the lock of the inbox. */
  private volatile long received;

  private int framesToAcknowledge;
  private int bytesToAcknowledge;

  HubPort(int rank, Patience patience, AwakeClock clock) {
    this.rank = rank;
    this.patience = patience;
    this.clock = clock;
  }

  int rank() {
    return rank;
  }

  /**
   * Connects a rank, for the first time or again, and welcomes it.
   *
   * @param has how many frames it has received in its session
   * @return why it may not connect; null if it may
   */
  @Nullable String connect(RawLink to, long with, long has, int ranks) {
    @Nullable RawLink old;
    var blocked = new ArrayList<RawLink>(0);
    synchronized (inbox) {
      synchronized (this) {
        switch (state) {
          case EXPECTED -> {
            if (has != 0) {
              return "the run has begun anew since it joined";
            }
            state = State.JOINED;
            session = with;
          }
          case JOINED -> {
            if (session != with) {
              return "rank %d has already joined".formatted(rank);
            }
            if (!sent.isPossible(has)) {
              return "it has received %d frames, which cannot be".formatted(has);
            }
          }
          case ENDED -> {
            return "rank %d has ended".formatted(rank);
          }
          case LOST -> {
            return "rank %d is lost: %s".formatted(rank, why);
          }
        }
        old = link;
        sent.acknowledge(has, frame -> drop(frame, blocked));
        byte[] welcome = GapFrame.welcome(ranks, received, patience);
        to.send(welcome, welcome.length, GapFrame.NONE, 0, 0);
        sent.resend(to);
        heard = clock.now();
        link = to;
      }
    }
    if (old != null) {
      old.close();
    }
    blocked.forEach(RawLink::more);
    drain();
    return null;
  }

  /** Held while a frame of the rank is handled, so that a connection cannot overtake another. */
  Object inbox() {
    return inbox;
  }

  synchronized boolean isExpected() {
    return state == State.EXPECTED;
  }

  synchronized boolean isJoined() {
    return state == State.JOINED;
  }

  /** Whether the rank is a member but cannot be reached now. */
  synchronized boolean isAway() {
    return state == State.JOINED && (link == null || cutOff);
  }

  /** Notes a sign of life. Returns false if it came over a connection that is no longer used. */
  boolean hears(RawLink from) {
    if (from != link) {
      return false;
    }
    heard = clock.now();
    held = false;
    return true;
  }

  /** Counts a frame of the rank. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of the inbox
  void takes(int length) {
    received++;
    framesToAcknowledge++;
    bytesToAcknowledge += length;
    if (framesToAcknowledge >= ACK_FRAMES || bytesToAcknowledge >= ACK_BYTES) {
      framesToAcknowledge = 0;
      bytesToAcknowledge = 0;
      acknowledge();
    }
  }

  private synchronized void acknowledge() {
    @Nullable RawLink to = link;
    if (to != null) {
      byte[] ack = GapFrame.ack(received);
      to.send(ack, ack.length, GapFrame.NONE, 0, 0);
    }
  }

  /** The rank has received so many frames. */
  void acknowledged(long count) {
    var blocked = new ArrayList<RawLink>(0);
    synchronized (this) {
      if (!isGone()) {
        sent.acknowledge(count, frame -> drop(frame, blocked));
      }
    }
    blocked.forEach(RawLink::more);
  }

  /** The rank is not read now, because others do not take what it sends. */
  void hold() {
    held = true;
  }

  /** A connection is gone. */
  synchronized void broke(RawLink which, String reason) {
    if (which == link) {
      link = null;
      why = reason;
      brokeAt = clock.now();
      brokeInSilence = patience.isSilence(brokeAt - heard);
    }
  }

  /** Looks after the session: gives a sign of life, and notes when there was none for long. */
  synchronized Finding watch(long now) {
    if (state != State.JOINED) {
      return Finding.NOTHING;
    }
    @Nullable RawLink to = link;
    if (to != null && to.ready()) {
      acknowledge();
    }
    if (to != null && held) {
      heard = now;
    }
    long silent = now - heard;
    if (silent > patience.limit().toNanos()) {
      why =
          "it was cut off for more than %d s".formatted(Math.max(1, patience.limit().toSeconds()));
      return Finding.GIVEN_UP;
    }
    if (to == null && !brokeInSilence && now - brokeAt > patience.grace().toNanos()) {
      return Finding.GIVEN_UP;
    }
    boolean away = patience.isSilence(silent) && (to != null || brokeInSilence);
    if (away != cutOff && (away || to != null)) {
      cutOff = away;
      return away ? Finding.CUT_OFF : Finding.BACK;
    }
    return Finding.NOTHING;
  }

  synchronized String why() {
    return why;
  }

  /** Notes that the rank is gone. Returns false if that was known. */
  boolean leave(State how, String reason) {
    var blocked = new ArrayList<RawLink>(0);
    synchronized (this) {
      if (isGone()) {
        return false;
      }
      state = how;
      why = reason;
      while (!waiting.isEmpty()) {
        drop(waiting.remove(), blocked);
      }
      sent.clear(frame -> drop(frame, blocked));
    }
    blocked.forEach(RawLink::more);
    return true;
  }

  private boolean isGone() {
    return state == State.ENDED || state == State.LOST;
  }

  private void drop(ResendBuffer.Kept frame, List<RawLink> blocked) {
    bytes -= frame.length();
    RawLink.recycle(frame.bytes());
    if (frame.blocked() != null) {
      blocked.add(frame.blocked());
    }
  }

  /**
   * Passes on a frame from another rank.
   *
   * @param sender to read from again, now or when there is room; null if that was done already
   * @return false if the sender must wait
   */
  boolean pass(byte[] frame, int length, @Nullable RawLink sender) {
    boolean full;
    synchronized (this) {
      full = bytes > FULL && !isGone();
      if (isGone()) {
        RawLink.recycle(frame);
      } else {
        bytes += length;
        waiting.add(new ResendBuffer.Kept(frame, length, full ? sender : null));
      }
    }
    drain();
    if (!full && sender != null) {
      sender.more();
    }
    return !full || sender == null;
  }

  /** Sends what can go out now. */
  synchronized void drain() {
    @Nullable RawLink to = link;
    if (to == null) {
      return;
    }
    while (!urgent.isEmpty()) {
      send(urgent.remove(), to);
    }
    while (!waiting.isEmpty() && to.ready()) {
      send(waiting.remove(), to);
    }
  }

  private void send(ResendBuffer.Kept frame, RawLink to) {
    sent.add(frame);
    frame.send(to);
  }

  /** Sends a frame of the hub itself, ahead of all that wait. */
  synchronized void tell(byte[] frame) {
    if (state == State.JOINED || state == State.LOST) {
      bytes += frame.length;
      urgent.add(new ResendBuffer.Kept(frame.clone(), frame.length, null));
      drain();
    }
  }

  synchronized void control(int kind, byte[] payload) {
    if (state == State.JOINED) {
      GapFrame.control(
          kind,
          payload,
          (head, length, tail, from, tailLength) ->
              tell(GapFrame.join(head, length, tail, from, tailLength)));
    }
  }

  /** Joins control messages of this rank. Only one thread at a time may use it. */
  GapFrame.Joiner joiner() {
    return joiner;
  }

  synchronized void close() {
    if (link != null) {
      link.close();
    }
  }
}

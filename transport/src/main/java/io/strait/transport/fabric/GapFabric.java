package io.strait.transport.fabric;

import io.strait.transport.time.Sleeper;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A rank that dials the {@link Hub} at home and reaches the others through it. The hub also reports
 * lost ranks and carries control messages to and from the master.
 */
public final class GapFabric extends Carrier {
  /**
   * How to join a run.
   *
   * @param hub the address of the hub
   * @param identity the certificate to show, and the authority to check the hub with; null for
   *     plain text
   * @param run the run's name
   * @param token the join token; may be empty
   * @param patience how long to wait for the hub's first answer
   * @param log takes lines about the connection, for people
   */
  public record Options(
      InetSocketAddress hub,
      @Nullable Identity identity,
      String run,
      int rank,
      String token,
      Duration patience,
      Consumer<String> log) {}

  private static final long FOREVER = Long.MAX_VALUE / 4;

  private final Options options;
  private final GapSession session;
  private final int size;
  private final Arena arena = Arena.ofShared();
  private final Sleeper sleeper = new Sleeper();
  private final ConcurrentLinkedQueue<ControlMessage> controls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger controlsReceived = new AtomicInteger();
  private final byte[] head = new byte[GapFrame.DATA_HEAD];
  private volatile @Nullable GapChannel[] channels = new GapChannel[0];
  private volatile @Nullable RankLostException loss;
  private GapChannel[] open = new GapChannel[0];
  private byte[] chunk = new byte[0];
  private int controlsSeen;
  private boolean closed;

  /**
   * Dials the hub and waits for its answer.
   *
   * @throws io.strait.model.text.InputException if the hub refuses this rank, with its reason
   * @throws IOException if there is no connection
   */
  public GapFabric(Options options) throws IOException {
    super(System.nanoTime() - FORGIVEN); // which does not count
    this.options = options;
    session = new GapSession(options, new Inbox());
    size = channels.length / LANES;
  }

  @Override
  public int rank() {
    return options.rank;
  }

  @Override
  public int size() {
    return size;
  }

  void check() {
    var lost = loss;
    if (lost != null) {
      throw new RankLostException(lost);
    }
  }

  @Override
  public void open(int peer, long bytes, int ahead) {
    Checks.check(options.rank, size, peer, bytes, ahead, Integer.MAX_VALUE);
    var channel = known(peer);
    boolean known = channel.isOpen();
    channel.open(arena, bytes, ahead);
    if (!known) {
      open = Arrays.copyOf(open, open.length + 1);
      open[open.length - 1] = channel;
      chunk = new byte[Math.max(chunk.length, (int) Math.min(bytes, GapFrame.CHUNK))];
    }
  }

  private GapChannel known(int peer) {
    return Checks.opened(channels, peer);
  }

  /** Whether both the other end and the way there can take a message. */
  private boolean hasRoom(GapChannel channel) {
    return channel.hasRoom() && !session.isFull();
  }

  @Override
  public boolean room(int to) {
    check();
    var channel = known(to);
    if (hasRoom(channel)) {
      return true;
    }
    channel.wantRoom(true);
    return hasRoom(channel);
  }

  @Override
  public MemorySegment begin(int to) {
    check();
    var channel = known(to);
    var out = channel.out();
    if (!hasRoom(channel)) {
      settle();
      channel.wantRoom(true);
      sleeper.prepare(System.nanoTime() + FOREVER);
      while (!hasRoom(channel)) {
        check();
        sleeper.sleep();
      }
      sleeper.finish();
      channel.wantRoom(false);
    }
    return out;
  }

  @Override
  public void send(int to, long bytes) {
    check();
    var channel = known(to);
    var out = channel.out();
    Checks.checkSend(bytes, out.byteSize(), channel.hasRoom());
    awaitDeparture();
    head[0] = GapFrame.DATA;
    GapFrame.number(head, GapFrame.RANK, channel.peer());
    head[GapFrame.LANE] = (byte) channel.lane();
    GapFrame.number(head, GapFrame.LENGTH, (int) bytes);
    GapFrame.whole(head, GapFrame.TIME, GapFrame.recent(leaves, FORGIVEN));
    channel.sent();
    int from = 0;
    do {
      int length = (int) Math.min(chunk.length, bytes - from);
      GapFrame.number(head, GapFrame.CREDITS, channel.settle());
      GapFrame.number(head, GapFrame.OFFSET, from);
      MemorySegment.copy(out, ValueLayout.JAVA_BYTE, from, chunk, 0, length);
      session.send(head, GapFrame.DATA_HEAD, chunk, 0, length);
      from += length;
    } while (from < bytes);
  }

  @Override
  public @Nullable MemorySegment poll(int from) {
    check();
    var ring = known(from).ring();
    if (!ring.hasMessage()) {
      return null;
    }
    arrived = ring.due();
    return ring.message();
  }

  @Override
  public void release(int from) {
    var channel = known(from);
    var ring = channel.ring();
    Checks.checkRelease(ring.hasMessage());
    ring.release();
    channel.owe();
    if (channel.owesMuch()) {
      settle(channel);
    }
  }

  private void settle(GapChannel channel) {
    head[0] = GapFrame.CREDIT;
    GapFrame.number(head, GapFrame.RANK, channel.peer());
    head[GapFrame.LANE] = (byte) channel.lane();
    GapFrame.number(head, GapFrame.CREDITS, channel.settle());
    session.send(head, GapFrame.CREDIT_BYTES, GapFrame.NONE, 0, 0);
  }

  /** Gives credits for all messages that were taken. Needed before waiting. */
  void settle() {
    for (var channel : open) {
      if (channel.owes()) {
        settle(channel);
      }
    }
  }

  @Override
  public void await(long nanos) {
    settle();
    long end = System.nanoTime() + Math.min(nanos, FOREVER);
    while (!look() && end - System.nanoTime() > 0) {
      sleeper.prepare(end);
      boolean news = look();
      if (!news) {
        sleeper.sleep();
      }
      sleeper.finish();
      if (news) {
        return;
      }
    }
  }

  @Override
  public void wake() {
    super.wake();
    sleeper.wake();
  }

  /** Announces that this thread is about to sleep elsewhere, so that news wakes it. */
  void prepareToSleep() {
    sleeper.prepare(System.nanoTime() + FOREVER);
  }

  void finishSleeping() {
    sleeper.finish();
  }

  /** Whether something has arrived that no wait has seen yet. */
  boolean look() {
    check();
    boolean news = isWoken();
    for (var channel : open) {
      var ring = channel.ring();
      while (ring.hasUnseen()) {
        ring.see();
        news = true;
      }
      if (channel.isRoomWanted() && hasRoom(channel)) {
        channel.wantRoom(false);
        news = true;
      }
    }
    int received = controlsReceived.get();
    if (received != controlsSeen) {
      controlsSeen = received;
      news = true;
    }
    return news;
  }

  /** Sends a control message to the master. Any thread may call it. */
  public void sendControl(int kind, byte[] payload) {
    check();
    session.control(kind, payload);
  }

  /** The master's next control message, or null. {@link #await} ends when one arrives. */
  public @Nullable ControlMessage pollControl() {
    @Nullable ControlMessage message = controls.poll();
    if (message == null) {
      check(); // messages sent before home hung up still count
    }
    return message;
  }

  @Override
  public void fail(String why) {
    session.send(GapFrame.of(GapFrame.FAILED, why));
  }

  /** Says goodbye to the hub, so that this rank does not count as lost. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (loss == null) {
        settle();
      }
      session.close(GapFrame.of(GapFrame.BYE, ""), loss == null);
      arena.close();
    }
  }

  private void lose(RankLostException why) {
    if (loss == null) {
      loss = why;
    }
    sleeper.wake();
  }

  /** Called by the connection's thread. */
  private final class Inbox implements GapSession.Listener {
    private final GapFrame.Joiner joiner = new GapFrame.Joiner();

    @Override
    public void roomier() {
      sleeper.wake();
    }

    @Override
    public void lost(String why) {
      lose(RankLostException.home(why));
    }

    @Override
    public void received(byte[] frame, int length) {
      try {
        handle(frame, length);
      } catch (IllegalStateException e) {
        // This end was closed a moment ago.
      }
    }

    private void handle(byte[] frame, int length) {
      switch (frame[0]) {
        case GapFrame.DATA -> {
          var channel = channel(frame);
          channel.credit(GapFrame.number(frame, GapFrame.CREDITS));
          try {
            channel.receive(frame, length);
          } catch (IllegalArgumentException e) {
            lose(new RankLostException(channel.peer(), "it sent " + e.getMessage()));
          }
          sleeper.wake();
        }
        case GapFrame.CREDIT -> {
          var channel = channel(frame);
          channel.credit(GapFrame.number(frame, GapFrame.CREDITS));
          if (channel.isRoomWanted()) {
            sleeper.wake();
          }
        }
        case GapFrame.CONTROL -> {
          byte[] payload = joiner.join(frame, length);
          if (payload != null) {
            controls.add(new ControlMessage(frame[GapFrame.KIND], payload));
            controlsReceived.incrementAndGet();
            sleeper.wake();
          }
        }
        case GapFrame.LOST ->
            lose(new RankLostException(GapFrame.number(frame, 1), GapFrame.text(frame, 5, length)));
        default -> throw new IllegalArgumentException("a frame of kind " + frame[0]);
      }
    }

    @Override
    public void welcomed(int ranks) {
      if (channels.length == 0) {
        var all = new GapChannel[LANES * ranks];
        for (int i = 0; i < all.length; i++) {
          all[i] = new GapChannel(i % ranks, i / ranks);
        }
        channels = all;
      }
    }

    private GapChannel channel(byte[] frame) {
      int ranks = channels.length / LANES;
      return known(frame[GapFrame.LANE] * ranks + GapFrame.number(frame, GapFrame.RANK));
    }
  }
}

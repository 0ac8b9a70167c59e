package io.strait.transport.fabric;

import io.strait.model.text.InputException;
import io.strait.transport.time.Sleeper;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.RawInbox;
import io.strait.transport.wire.RawLink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
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
   * @param patience how long to wait for the hub's answer
   */
  public record Options(
      InetSocketAddress hub,
      @Nullable Identity identity,
      String run,
      int rank,
      String token,
      Duration patience) {}

  private static final long FOREVER = Long.MAX_VALUE / 4;

  private final Options options;
  private final Dialler dialler;
  private final RawLink link;
  private final int size;
  private final Arena arena = Arena.ofShared();
  private final Sleeper sleeper = new Sleeper();
  private final CompletableFuture<Integer> welcome = new CompletableFuture<>();
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
   * @throws InputException if the hub refuses this rank, with its reason
   * @throws IOException if there is no connection
   */
  public GapFabric(Options options) throws IOException {
    super(System.nanoTime());
    this.options = options;
    dialler = new Dialler(options.hub, options.identity);
    link = dialler.dial(new Inbox());
    try {
      size = welcome.get(options.patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      link.close();
      throw new IOException("the hub at %s does not answer".formatted(options.hub), e);
    } catch (InterruptedException e) {
      link.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      link.close();
      if (e.getCause() instanceof InputException refused) {
        throw refused;
      }
      throw new IOException(
          "no connection to the hub at %s: %s"
              .formatted(options.hub, e.getCause() == null ? e : e.getCause().getMessage()),
          e);
    }
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

  @Override
  public boolean room(int to) {
    check();
    var channel = known(to);
    if (channel.hasRoom()) {
      return true;
    }
    channel.wantRoom(true);
    return channel.hasRoom();
  }

  @Override
  public MemorySegment begin(int to) {
    check();
    var channel = known(to);
    var out = channel.out();
    if (!channel.hasRoom()) {
      settle();
      channel.wantRoom(true);
      sleeper.prepare(System.nanoTime() + FOREVER);
      while (!channel.hasRoom()) {
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
    channel.sent();
    int from = 0;
    do {
      int length = (int) Math.min(chunk.length, bytes - from);
      GapFrame.number(head, GapFrame.CREDITS, channel.settle());
      GapFrame.number(head, GapFrame.OFFSET, from);
      MemorySegment.copy(out, ValueLayout.JAVA_BYTE, from, chunk, 0, length);
      write(head, GapFrame.DATA_HEAD, chunk, 0, length);
      from += length;
    } while (from < bytes);
  }

  private void write(byte[] first, int length, byte[] tail, int from, int tailLength) {
    synchronized (link) {
      link.send(first, length, tail, from, tailLength);
    }
  }

  private void write(byte[] frame) {
    write(frame, frame.length, GapFrame.NONE, 0, 0);
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
    write(head, GapFrame.CREDIT_BYTES, GapFrame.NONE, 0, 0);
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
      if (channel.isRoomWanted() && channel.hasRoom()) {
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
    synchronized (link) {
      GapFrame.control(kind, payload, link::send);
    }
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
    write(GapFrame.of(GapFrame.FAILED, why));
  }

  /** Says goodbye to the hub, so that this rank does not count as lost. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (loss == null) {
        settle();
      }
      write(GapFrame.of(GapFrame.BYE, ""));
      link.close();
      dialler.close();
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
  private final class Inbox implements RawInbox {
    private final GapFrame.Joiner joiner = new GapFrame.Joiner();

    @Override
    public void opened(RawLink to) {
      var hello = GapFrame.hello(options.rank, options.run, options.token);
      to.send(hello, hello.length, GapFrame.NONE, 0, 0);
    }

    @Override
    public void received(RawLink from, byte[] frame, int length) {
      try {
        handle(frame, length);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        lose(RankLostException.home("it sent " + e.getMessage()));
      } catch (IllegalStateException e) {
        // This end was closed a moment ago.
      }
      RawLink.recycle(frame);
      from.more();
    }

    private void handle(byte[] frame, int length) {
      switch (frame[0]) {
        case GapFrame.WELCOME -> welcomed(GapFrame.number(frame, 1));
        case GapFrame.REFUSED ->
            welcome.completeExceptionally(
                new InputException(
                    "the hub refuses this rank: " + GapFrame.text(frame, 1, length)));
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

    private void welcomed(int ranks) {
      var all = new GapChannel[LANES * ranks];
      for (int i = 0; i < all.length; i++) {
        all[i] = new GapChannel(i % ranks, i / ranks);
      }
      channels = all;
      welcome.complete(ranks);
    }

    private GapChannel channel(byte[] frame) {
      int ranks = channels.length / LANES;
      return known(frame[GapFrame.LANE] * ranks + GapFrame.number(frame, GapFrame.RANK));
    }

    @Override
    public void ready(RawLink again) {}

    @Override
    public void closed(RawLink which, String why) {
      welcome.completeExceptionally(new IOException(why.isEmpty() ? "it hung up" : why));
      lose(RankLostException.home(why.isEmpty() ? "it has ended the run" : why));
    }
  }
}

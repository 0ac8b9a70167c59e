package io.strait.transport.fabric;

import io.strait.model.text.InputException;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.RawInbox;
import io.strait.transport.wire.RawLink;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A rank's session with the hub. It dials again when a connection is gone, sends again what has not
 * arrived, and gives up when the hub's {@link Patience} ends. {@link GapFrame} specifies how.
 */
final class GapSession implements AutoCloseable {
  /** Is told what comes from the hub, by threads that must not wait. */
  interface Listener {
    /** The hub lets this rank in; called before anything else. */
    void welcomed(int ranks);

    /** A frame has come. The array is not used any longer afterwards. */
    void received(byte[] frame, int length);

    /** There is room in the resend buffer again. */
    void roomier();

    /** The session is over. */
    void lost(String why);
  }

  /** The bytes that are kept before senders are held back. */
  private static final long FULL = 64 << 20;

  private static final Duration ATTEMPT = Duration.ofSeconds(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final GapFabric.Options options;
  private final Listener listener;
  private final Dialler dialler;
  private final long id = new SecureRandom().nextLong();
  private final Thread watch =
      Thread.ofPlatform().daemon().name("gap-watch").unstarted(this::watch);
  private final Object inbox = new Object();
  private volatile Patience patience = Patience.DEFAULT;
  private volatile AwakeClock clock = new AwakeClock(Patience.DEFAULT.beat());
  private volatile long heard;
  private volatile boolean over;

  /** Where frames come from and, unless it is just being welcomed, go to. */
  private volatile @Nullable RawLink current;

  // Under the lock of the inbox.
  private long received;
  private int framesToAcknowledge;
  private int bytesToAcknowledge;

  // Under the lock of this.
  private final ResendBuffer sent = new ResendBuffer();
  private volatile long kept;
  private @Nullable RawLink link;

  /**
   * Dials the hub and waits for its answer.
   *
   * @throws InputException if the hub refuses this rank, with its reason
   * @throws IOException if there is no connection
   */
  GapSession(GapFabric.Options options, Listener listener) throws IOException {
    this.options = options;
    this.listener = listener;
    this.dialler = new Dialler(options.hub(), options.identity());
    try {
      join(options.patience());
    } catch (TimeoutException e) {
      throw new IOException("the hub at %s does not answer".formatted(options.hub()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InputException refused) {
        throw refused;
      }
      throw new IOException(
          "no connection to the hub at %s: %s"
              .formatted(options.hub(), e.getCause() == null ? e : e.getCause().getMessage()),
          e);
    }
    watch.start();
  }

  /**
   * Connects for the first time. An attempt that timed out is made again: where many ranks join
   * over a slow network at once, TLS has no time for all of them.
   */
  private void join(Duration most)
      throws TimeoutException, InterruptedException, ExecutionException {
    long end = System.nanoTime() + most.toNanos();
    for (long pause = FIRST_PAUSE.toMillis(); ; pause = Math.min(2 * pause, seldom())) {
      try {
        connect(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        return;
      } catch (ExecutionException e) {
        var why = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
        if (e.getCause() instanceof InputException
            || !why.contains("timed out")
            || end - System.nanoTime() < 0) {
          throw e;
        }
        Thread.sleep(pause);
      }
    }
  }

  /** Milliseconds between attempts; others have other ones, so that not all come at once. */
  private long seldom() {
    return LONGEST_PAUSE.toMillis() + Math.floorMod(id, LONGEST_PAUSE.toMillis());
  }

  /** Whether no more should be sent now, because too much has not arrived. */
  boolean isFull() {
    return kept > FULL;
  }

  /** Sends a frame in two pieces, now or when the hub can be reached again. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under a lock
  synchronized void send(byte[] head, int length, byte[] tail, int from, int tailLength) {
    var frame =
        new ResendBuffer.Kept(
            GapFrame.join(head, length, tail, from, tailLength), length + tailLength, null);
    sent.add(frame);
    kept += frame.length();
    if (link != null) {
      frame.send(link);
    }
  }

  void send(byte[] frame) {
    send(frame, frame.length, GapFrame.NONE, 0, 0);
  }

  /** Sends a control message. Waits while too much has not arrived, unless the session is over. */
  synchronized void control(int kind, byte[] payload) {
    try {
      while (isFull() && !over) {
        wait(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    GapFrame.control(kind, payload, this::send);
  }

  private synchronized void acknowledge(long count) {
    if (link != null) {
      byte[] ack = GapFrame.ack(count);
      link.send(ack, ack.length, GapFrame.NONE, 0, 0);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // under a lock
  private void acknowledged(long count) {
    boolean full = isFull();
    synchronized (this) {
      sent.acknowledge(count, frame -> kept -= frame.length());
      notifyAll();
    }
    if (full && !isFull()) {
      listener.roomier();
    }
  }

  private void lose(String why) {
    synchronized (this) {
      over = true;
      notifyAll();
    }
    listener.lost(why);
  }

  /** Dials, and waits until the hub has welcomed this rank. */
  private void connect(Duration most)
      throws InterruptedException, ExecutionException, TimeoutException {
    var attempt = new Attempt();
    var dialled = dialler.dial(attempt);
    long end = System.nanoTime() + most.toNanos();
    try {
      while (true) {
        try {
          attempt.welcome.get(patience.beat().toNanos(), TimeUnit.NANOSECONDS);
          return;
        } catch (TimeoutException e) {
          clock.moveOn();
          if (end - System.nanoTime() < 0 && attempt.isTooLate()) {
            throw e;
          }
        }
      }
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      dialled.close();
      throw e;
    }
  }

  // ---- the thread that looks after the session

  private void watch() {
    boolean said = false;
    long pause = FIRST_PAUSE.toMillis();
    long refused = -1;
    try {
      while (!over) {
        rest(current == null ? Math.min(pause, patience.beat().toMillis()) : 0);
        long now = clock.moveOn();
        long silent = now - heard;
        if (said != patience.isSilence(silent) && (!said || current != null)) {
          said = !said;
          options
              .log()
              .accept(
                  said
                      ? "nothing is heard from home; waiting for up to %d s".formatted(seconds())
                      : "home is back");
        }
        if (current != null) {
          pause = FIRST_PAUSE.toMillis();
          refused = -1;
          acknowledge(count());
        } else if (redial()) {
          continue;
        } else {
          pause = Math.min(2 * pause, LONGEST_PAUSE.toMillis());
          refused = !isNobodyThere() ? -1 : refused < 0 ? now : refused;
        }
        if (silent > patience.limit().toNanos()) {
          lose("it could not be reached for more than %d s".formatted(seconds()));
        } else if (refused >= 0 && now - refused > patience.grace().toNanos()) {
          lose("nothing listens there any longer");
        }
      }
    } catch (InterruptedException e) {
      // This end is closed.
    }
  }

  private long seconds() {
    return Math.max(1, patience.limit().toSeconds());
  }

  private long count() {
    synchronized (inbox) {
      return received;
    }
  }

  /** Waits until it is time to look again: for a beat, or less if the hub is away. */
  private void rest(long pause) throws InterruptedException {
    if (pause > 0) {
      Thread.sleep(pause);
      return;
    }
    long end = System.nanoTime() + patience.beat().toNanos();
    synchronized (this) {
      while (current != null && end - System.nanoTime() > 0) {
        wait(Math.max(1, patience.beat().toMillis()));
      }
    }
  }

  /** Returns whether the hub has answered, and be it with a refusal. */
  private boolean redial() throws InterruptedException {
    try {
      connect(ATTEMPT);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InputException told) {
        lose(String.valueOf(told.getMessage()));
        return true;
      }
      return false;
    }
  }

  /** Whether the machine of the hub answers and nothing listens there. */
  private boolean isNobodyThere() {
    try (var probe = new Socket()) {
      var hub = options.hub();
      probe.connect(
          new InetSocketAddress(hub.getHostString(), hub.getPort()),
          (int) LONGEST_PAUSE.toMillis());
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false; // it takes too long, or there is no way at present
    }
  }

  /**
   * Sends a last frame and ends.
   *
   * @param patient whether the hub has a moment to come back if it is away
   */
  void close(byte[] last, boolean patient) {
    synchronized (this) {
      long until = System.nanoTime() + (patient ? patience.grace().toNanos() : 0);
      try {
        while (link == null && !over && until - System.nanoTime() > 0) {
          wait(50);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      send(last);
    }
    close();
  }

  @Override
  public void close() {
    over = true;
    watch.interrupt();
    synchronized (this) {
      if (link != null) {
        link.close();
      }
    }
    dialler.close();
  }

  /** One connection. Its thread calls. */
  private final class Attempt implements RawInbox {
    private final CompletableFuture<@Nullable Void> welcome = new CompletableFuture<>();

    /** Gives up, unless the hub has just answered. */
    boolean isTooLate() {
      synchronized (GapSession.this) {
        return welcome.completeExceptionally(new IOException("it does not answer"));
      }
    }

    @Override
    public void opened(RawLink to) {
      long has = count();
      var hello = GapFrame.hello(options.rank(), id, has, options.run(), options.token());
      to.send(hello, hello.length, GapFrame.NONE, 0, 0);
    }

    @Override
    public void received(RawLink from, byte[] frame, int length) {
      try {
        switch (frame[0]) {
          case GapFrame.WELCOME -> welcomed(from, frame);
          case GapFrame.REFUSED ->
              welcome.completeExceptionally(
                  new InputException(
                      "the hub refuses this rank: " + GapFrame.text(frame, 1, length)));
          default -> take(from, frame, length);
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        lose("it sent " + e.getMessage());
      }
      RawLink.recycle(frame);
      from.more();
    }

    private void welcomed(RawLink from, byte[] frame) {
      var told =
          new Patience(
              Duration.ofMillis(GapFrame.whole(frame, GapFrame.LIMIT)),
              Duration.ofMillis(GapFrame.whole(frame, GapFrame.GRACE)),
              Duration.ofMillis(GapFrame.whole(frame, GapFrame.BEAT)));
      if (!told.equals(patience)) {
        patience = told;
        clock = new AwakeClock(told.beat());
      }
      listener.welcomed(GapFrame.number(frame, 1));
      synchronized (GapSession.this) {
        if (welcome.isDone() || over) {
          from.close(); // too late
          return;
        }
        heard = clock.now();
        sent.acknowledge(
            GapFrame.whole(frame, GapFrame.WELCOME_RECEIVED), gone -> kept -= gone.length());
        sent.resend(from);
        link = from;
        current = from;
        welcome.complete(null);
        GapSession.this.notifyAll();
      }
      listener.roomier();
    }

    private void take(RawLink from, byte[] frame, int length) {
      if (from != current) {
        return;
      }
      heard = clock.now();
      if (frame[0] == GapFrame.ACK) {
        acknowledged(GapFrame.whole(frame, 1));
        return;
      }
      long due = 0;
      synchronized (inbox) {
        if (from != current) {
          return;
        }
        received++;
        listener.received(frame, length);
        framesToAcknowledge++;
        bytesToAcknowledge += length;
        if (framesToAcknowledge >= HubPort.ACK_FRAMES || bytesToAcknowledge >= HubPort.ACK_BYTES) {
          framesToAcknowledge = 0;
          bytesToAcknowledge = 0;
          due = received;
        }
      }
      if (due > 0) {
        acknowledge(due);
      }
    }

    @Override
    public void ready(RawLink again) {}

    @Override
    public void closed(RawLink which, String why) {
      welcome.completeExceptionally(new IOException(why.isEmpty() ? "it hung up" : why));
      boolean mine;
      synchronized (GapSession.this) {
        mine = which == current;
        if (mine) {
          current = null;
          link = null;
          GapSession.this.notifyAll();
        }
      }
      if (mine && why.isEmpty() && !over) {
        lose("it has ended the run");
      }
    }
  }
}

package io.strait.transport.fabric;

import io.strait.transport.time.Timer;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import io.strait.transport.wire.RawInbox;
import io.strait.transport.wire.RawLink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The relay at home through which ranks of different clusters reach each other. All ranks dial its
 * one port, and the hub passes their messages on, in order. It waits for ranks that are cut off,
 * notices when a rank is lost and tells the others. It also carries control messages between the
 * ranks and the master. For rehearsals it can hold messages back as a longer gap would.
 */
public final class Hub implements AutoCloseable {
  /**
   * How to open a hub.
   *
   * @param listen the address that ranks dial
   * @param identity the certificate to show; null for plain text
   * @param run the run's name, which ranks must give
   * @param size the number of ranks
   * @param guard returns why a token is refused, or null if it is good
   * @param delays added to those of the real connections
   * @param patience with ranks that are cut off
   */
  public record Options(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      int size,
      Function<String, @Nullable String> guard,
      Delays delays,
      Patience patience) {}

  /** How long ranks that are there may take to say goodbye. */
  private static final long GOODBYE = TimeUnit.SECONDS.toNanos(5);

  private final Options options;
  private final HubListener master;
  private final List<HubPort> ports = new ArrayList<>();
  private final Map<RawLink, HubPort> joined = new ConcurrentHashMap<>();
  private final Map<Integer, DelaySchedule> schedules = new ConcurrentHashMap<>();
  private final @Nullable Timer timer;
  private final AwakeClock clock;
  private final Thread watch =
      Thread.ofPlatform().daemon().name("hub-watch").unstarted(this::watch);

  /** Calls the master and reports losses, outside the locks of connections. */
  private final ExecutorService callbacks =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("hub").factory());

  private final Listener listener;
  private volatile byte @Nullable [] loss;

  /**
   * Opens the port.
   *
   * @throws IOException if the port cannot be opened
   */
  public Hub(Options options, HubListener master) throws IOException {
    this.options = options;
    this.master = master;
    clock = new AwakeClock(options.patience.beat());
    for (int rank = 0; rank < options.size; rank++) {
      ports.add(new HubPort(rank, options.patience, clock));
    }
    timer = options.delays.equals(Delays.NONE) ? null : Timer.precise("gap-delays");
    listener = Listener.open(options.listen, options.identity, new Inbox());
    watch.start();
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(options.patience.beat());
        long now = clock.moveOn();
        for (var port : ports) {
          int rank = port.rank();
          switch (port.watch(now)) {
            case NOTHING -> {}
            case CUT_OFF -> call(() -> master.cutOff(rank));
            case BACK -> call(() -> master.back(rank));
            case GIVEN_UP -> lost(rank, port.why());
          }
        }
      }
    } catch (InterruptedException e) {
      // The hub is closed.
    }
  }

  /** The port that was opened, even if the options asked for any free one. */
  public int port() {
    return listener.port();
  }

  /** Sends a control message to a rank. It is dropped if the rank has not joined or is gone. */
  public void send(int rank, int kind, byte[] payload) {
    ports.get(rank).control(kind, payload);
  }

  /** Declares a rank lost, and tells it and all others. */
  public void lost(int rank, String why) {
    if (ports.get(rank).leave(HubPort.State.LOST, why)) {
      call(() -> announceLoss(rank, why));
    }
  }

  /** Whether a rank has joined and is not gone. */
  public boolean isJoined(int rank) {
    return ports.get(rank).isJoined();
  }

  /** Waits until all ranks have ended or one is lost. Those that are cut off may come back. */
  public void awaitEnd() {
    long until = System.nanoTime() + GOODBYE;
    try {
      while (loss == null
          && ports.stream().anyMatch(HubPort::isJoined)
          && (until - System.nanoTime() > 0 || ports.stream().anyMatch(HubPort::isAway))) {
        Thread.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void announceLoss(int rank, String why) {
    byte[] frame = GapFrame.of(GapFrame.LOST, why, rank);
    if (loss == null) {
      loss = frame;
    }
    ports.forEach(port -> port.tell(frame));
    master.lost(rank, why);
  }

  private void call(Runnable callback) {
    try {
      callbacks.execute(
          () -> {
            try {
              callback.run();
            } catch (RuntimeException e) {
              System.getLogger(Hub.class.getName()).log(System.Logger.Level.WARNING, "failed", e);
            }
          });
    } catch (RejectedExecutionException e) {
      // The hub is closed.
    }
  }

  @Override
  public void close() {
    watch.interrupt();
    ports.forEach(HubPort::close);
    listener.close();
    if (timer != null) {
      timer.close();
    }
    callbacks.shutdown();
    try {
      if (!callbacks.awaitTermination(5, TimeUnit.SECONDS)) {
        callbacks.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Called by the threads of the connections. */
  private final class Inbox implements RawInbox {
    @Override
    public void opened(RawLink link) {}

    @Override
    public void received(RawLink link, byte[] frame, int length) {
      var port = joined.get(link);
      try {
        if (port == null) {
          admit(link, frame, length);
          return;
        }
        if (length > 0 && frame[0] == GapFrame.ACK) {
          if (port.hears(link)) {
            port.acknowledged(GapFrame.whole(frame, 1));
          }
          link.more();
          return;
        }
        synchronized (port.inbox()) {
          if (port.hears(link)) {
            port.takes(length);
            handle(port, link, frame, length);
          }
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        if (port != null) {
          lost(port.rank(), "it sent " + e.getMessage());
        }
        link.close();
      }
    }

    private void admit(RawLink link, byte[] frame, int length) {
      @Nullable String refusal = refusal(frame, length);
      if (refusal == null) {
        var port = ports.get(GapFrame.number(frame, 5));
        boolean first = port.isExpected();
        joined.put(link, port);
        refusal =
            port.connect(
                link,
                GapFrame.whole(frame, GapFrame.SESSION),
                GapFrame.whole(frame, GapFrame.HELLO_RECEIVED),
                options.size);
        if (refusal == null) {
          byte[] lost = loss;
          if (first && lost != null) {
            port.tell(lost);
          }
          if (first) {
            call(() -> master.joined(port.rank()));
          }
          link.more();
          return;
        }
        joined.remove(link);
      }
      var why = refusal;
      call(() -> master.refused(link.address(), why));
      byte[] refused = GapFrame.of(GapFrame.REFUSED, refusal);
      link.send(refused, refused.length, GapFrame.NONE, 0, 0);
      link.close();
    }

    private @Nullable String refusal(byte[] frame, int length) {
      if (length < GapFrame.NAME || frame[0] != GapFrame.HELLO) {
        return "its first frame is not a hello";
      }
      int version = GapFrame.number(frame, 1);
      int rank = GapFrame.number(frame, 5);
      if (version != GapFrame.VERSION) {
        return "it speaks version %d, expected %d".formatted(version, GapFrame.VERSION);
      }
      int name = GapFrame.number(frame, GapFrame.NAME_LENGTH);
      if (name < 0 || name > length - GapFrame.NAME) {
        return "its hello is damaged";
      }
      String run = GapFrame.text(frame, GapFrame.NAME, GapFrame.NAME + name);
      if (!run.equals(options.run)) {
        return "it belongs to run %s, expected run %s"
            .formatted(GapFrame.printable(run), options.run);
      }
      if (rank < 0 || rank >= options.size) {
        return "it is rank %d, expected 0 to %d".formatted(rank, options.size - 1);
      }
      // Its session lets a rank in again. A token may have expired since it joined.
      return ports.get(rank).isExpected()
          ? options.guard.apply(GapFrame.text(frame, GapFrame.NAME + name, length))
          : null;
    }

    private void handle(HubPort port, RawLink link, byte[] frame, int length) {
      switch (length == 0 ? 0 : frame[0]) {
        case GapFrame.DATA, GapFrame.CREDIT -> {
          relay(port, link, frame, length);
          return;
        }
        case GapFrame.CONTROL -> {
          byte kind = frame[GapFrame.KIND];
          byte[] payload = port.joiner().join(frame, length);
          if (payload != null) {
            call(
                () -> {
                  master.received(port.rank(), kind, payload);
                  link.more();
                });
            return;
          }
        }
        case GapFrame.FAILED -> {
          var why = GapFrame.printable(GapFrame.text(frame, 1, length));
          call(() -> lost(port.rank(), why));
        }
        case GapFrame.BYE -> call(() -> ended(port));
        default -> throw new IllegalArgumentException("an unknown frame");
      }
      RawLink.recycle(frame);
      link.more();
    }

    private void ended(HubPort port) {
      if (port.leave(HubPort.State.ENDED, "it has ended")) {
        master.ended(port.rank());
      }
    }

    private void relay(HubPort from, RawLink link, byte[] frame, int length) {
      int to = GapFrame.number(frame, GapFrame.RANK);
      boolean isData = frame[0] == GapFrame.DATA;
      int least = isData ? GapFrame.DATA_HEAD : GapFrame.CREDIT_BYTES;
      if (to < 0 || to >= options.size || to == from.rank() || length < least) {
        throw new IllegalArgumentException("a message for rank %d".formatted(to));
      }
      GapFrame.number(frame, GapFrame.RANK, from.rank());
      var port = ports.get(to);
      if (timer == null || !isData) { // credits are no part of an emulated gap's load
        if (isData) {
          GapFrame.whole(frame, GapFrame.TIME, GapFrame.NO_TIME);
        }
        if (!port.pass(frame, length, link)) {
          from.hold();
        }
        return;
      }
      // Used under the lock of the sender's inbox.
      var schedule =
          schedules.computeIfAbsent(
              from.rank() * options.size + to,
              key -> new DelaySchedule(options.delays, from.rank(), to));
      long due = schedule.due(GapFrame.time(frame), length - GapFrame.DATA_HEAD);
      GapFrame.whole(frame, GapFrame.TIME, due);
      timer.at(due, () -> port.pass(frame, length, null));
      link.more();
    }

    @Override
    public void ready(RawLink link) {
      var port = joined.get(link);
      if (port != null) {
        port.drain();
      }
    }

    @Override
    public void closed(RawLink link, String why) {
      var port = joined.remove(link);
      if (port != null) {
        port.broke(link, why.isEmpty() ? "it hung up" : why);
      }
    }
  }
}

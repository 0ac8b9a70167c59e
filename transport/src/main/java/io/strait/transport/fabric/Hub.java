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
 * one port, and the hub passes their messages on, in order. It notices when a rank is lost and
 * tells the others. It also carries control messages between the ranks and the master. For
 * rehearsals it can hold messages back as a longer gap would.
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
   */
  public record Options(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      int size,
      Function<String, @Nullable String> guard,
      Delays delays) {}

  private final Options options;
  private final HubListener master;
  private final List<HubPort> ports = new ArrayList<>();
  private final Map<RawLink, HubPort> joined = new ConcurrentHashMap<>();
  private final Map<Integer, DelaySchedule> schedules = new ConcurrentHashMap<>();
  private final @Nullable Timer timer;

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
    for (int rank = 0; rank < options.size; rank++) {
      ports.add(new HubPort(rank));
    }
    timer = options.delays.equals(Delays.NONE) ? null : Timer.precise("gap-delays");
    listener = Listener.open(options.listen, options.identity, new Inbox());
  }

  /** The port that was opened, even if the options asked for any free one. */
  public int port() {
    return listener.port();
  }

  /** Sends a control message to a rank. It is dropped if the rank is not connected. */
  public void send(int rank, int kind, byte[] payload) {
    ports.get(rank).control(kind, payload);
  }

  /** Declares a rank lost, and tells it and all others. */
  public void lost(int rank, String why) {
    if (ports.get(rank).leave(HubPort.State.LOST)) {
      call(() -> announceLoss(rank, why));
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
        } else {
          handle(port, link, frame, length);
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
        int rank = GapFrame.number(frame, 5);
        var port = ports.get(rank);
        joined.put(link, port);
        if (port.join(link, GapFrame.of(GapFrame.WELCOME, "", options.size))) {
          byte[] lost = loss;
          if (lost != null) {
            port.tell(lost);
          }
          call(() -> master.joined(rank));
          link.more();
          return;
        }
        joined.remove(link);
        refusal = "rank %d has already joined".formatted(rank);
      }
      var why = refusal;
      call(() -> master.refused(link.address(), why));
      byte[] refused = GapFrame.of(GapFrame.REFUSED, refusal);
      link.send(refused, refused.length, GapFrame.NONE, 0, 0);
      link.close();
    }

    private @Nullable String refusal(byte[] frame, int length) {
      if (length < 13 || frame[0] != GapFrame.HELLO) {
        return "its first frame is not a hello";
      }
      int version = GapFrame.number(frame, 1);
      int rank = GapFrame.number(frame, 5);
      int name = GapFrame.number(frame, 9);
      if (version != GapFrame.VERSION) {
        return "it speaks version %d, expected %d".formatted(version, GapFrame.VERSION);
      }
      if (name < 0 || name > length - 13) {
        return "its hello is damaged";
      }
      String run = GapFrame.text(frame, 13, 13 + name);
      if (!run.equals(options.run)) {
        return "it belongs to run %s, expected run %s"
            .formatted(GapFrame.printable(run), options.run);
      }
      if (rank < 0 || rank >= options.size) {
        return "it is rank %d, expected 0 to %d".formatted(rank, options.size - 1);
      }
      return options.guard.apply(GapFrame.text(frame, 13 + name, length));
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
        case GapFrame.FAILED ->
            lost(port.rank(), GapFrame.printable(GapFrame.text(frame, 1, length)));
        case GapFrame.BYE -> {
          if (port.leave(HubPort.State.ENDED)) {
            call(() -> master.ended(port.rank()));
          }
        }
        default -> throw new IllegalArgumentException("an unknown frame");
      }
      RawLink.recycle(frame);
      link.more();
    }

    private void relay(HubPort from, RawLink link, byte[] frame, int length) {
      int to = GapFrame.number(frame, GapFrame.RANK);
      if (to < 0 || to >= options.size || to == from.rank() || length < GapFrame.CREDIT_BYTES) {
        throw new IllegalArgumentException("a message for rank %d".formatted(to));
      }
      GapFrame.number(frame, GapFrame.RANK, from.rank());
      var port = ports.get(to);
      if (timer == null) {
        port.pass(frame, length, link);
        return;
      }
      // Only the thread of the sender's connection uses this schedule.
      var schedule =
          schedules.computeIfAbsent(
              from.rank() * options.size + to,
              key -> new DelaySchedule(options.delays, from.rank(), to));
      timer.at(schedule.due(System.nanoTime(), length), () -> port.pass(frame, length, null));
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
        lost(port.rank(), why.isEmpty() ? "it hung up" : why);
      }
    }
  }
}

package io.strait.transport.fabric;

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
 * The place at home where ranks of different clusters meet: all of them dial to one port, and the
 * hub passes their messages on, in order. It notices when one is lost and tells the others, and it
 * carries what ranks and master say to each other. For rehearsals it can hold messages back as a
 * longer gap would.
 */
public final class Hub implements AutoCloseable {
  /**
   * How to open.
   *
   * @param listen where ranks dial to
   * @param identity to show there; null for plain text
   * @param run its name, which ranks must know
   * @param size how many ranks there are
   * @param guard says why a token is not good enough, or null
   * @param delays that are added to those of the real connections
   */
  public record Options(
      InetSocketAddress listen,
      @Nullable Identity identity,
      String run,
      int size,
      Function<String, @Nullable String> guard,
      Delays delays) {}

  private final Options options;
  private final HubControl control;
  private final List<HubPort> ports = new ArrayList<>();
  private final Map<RawLink, HubPort> joined = new ConcurrentHashMap<>();
  private final Map<Integer, Transit> transits = new ConcurrentHashMap<>();
  private final @Nullable DelayLine line;

  /** Calls the master, and tells of losses: not under the locks of connections. */
  private final ExecutorService voice =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("hub").factory());

  private final Listener listener;
  private volatile byte @Nullable [] loss;

  /**
   * Opens the port.
   *
   * @throws IOException if that cannot be done
   */
  public Hub(Options options, HubControl control) throws IOException {
    this.options = options;
    this.control = control;
    for (int rank = 0; rank < options.size; rank++) {
      ports.add(new HubPort(rank));
    }
    line = options.delays.equals(Delays.NONE) ? null : new DelayLine();
    listener = Listener.open(options.listen, options.identity, new Ears());
  }

  /** The port, also where any free one was asked for. */
  public int port() {
    return listener.port();
  }

  /** Tells a rank something; forgotten if that is not there. */
  public void send(int rank, int kind, byte[] payload) {
    ports.get(rank).control(kind, payload);
  }

  /** Declares a rank lost: it and all others are told. */
  public void lost(int rank, String why) {
    if (ports.get(rank).leave(HubPort.State.LOST)) {
      say(() -> spread(rank, why));
    }
  }

  private void spread(int rank, String why) {
    byte[] frame = GapFrame.of(GapFrame.LOST, why, rank);
    if (loss == null) {
      loss = frame;
    }
    ports.forEach(port -> port.tell(frame));
    control.lost(rank, why);
  }

  private void say(Runnable words) {
    try {
      voice.execute(
          () -> {
            try {
              words.run();
            } catch (RuntimeException e) {
              System.getLogger(Hub.class.getName()).log(System.Logger.Level.WARNING, "failed", e);
            }
          });
    } catch (RejectedExecutionException e) {
      // The hub is closed: nobody listens any more.
    }
  }

  @Override
  public void close() {
    ports.forEach(HubPort::close);
    listener.close();
    if (line != null) {
      line.close();
    }
    voice.shutdown();
    try {
      if (!voice.awaitTermination(5, TimeUnit.SECONDS)) {
        voice.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the connections' threads hear. */
  private final class Ears implements RawInbox {
    @Override
    public void opened(RawLink link) {}

    @Override
    public void received(RawLink link, byte[] frame, int length) {
      var port = joined.get(link);
      try {
        if (port == null) {
          hello(link, frame, length);
        } else {
          take(port, link, frame, length);
        }
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        if (port != null) {
          lost(port.rank(), "it sent " + e.getMessage());
        }
        link.close();
      }
    }

    private void hello(RawLink link, byte[] frame, int length) {
      @Nullable String no = refusal(frame, length);
      if (no == null) {
        int rank = GapFrame.number(frame, 5);
        var port = ports.get(rank);
        joined.put(link, port);
        if (port.join(link, GapFrame.of(GapFrame.WELCOME, "", options.size))) {
          byte[] lost = loss;
          if (lost != null) {
            port.tell(lost);
          }
          say(() -> control.joined(rank));
          link.more();
          return;
        }
        joined.remove(link);
        no = "rank %d has joined before".formatted(rank);
      }
      byte[] refused = GapFrame.of(GapFrame.REFUSED, no);
      link.send(refused, refused.length, GapFrame.NONE, 0, 0);
      link.close();
    }

    private @Nullable String refusal(byte[] frame, int length) {
      if (length < 13 || frame[0] != GapFrame.HELLO) {
        return "it did not say hello";
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
        return "it belongs to run %s, and this is %s"
            .formatted(GapFrame.printable(run), options.run);
      }
      if (rank < 0 || rank >= options.size) {
        return "it is rank %d, expected 0 to %d".formatted(rank, options.size - 1);
      }
      return options.guard.apply(GapFrame.text(frame, 13 + name, length));
    }

    private void take(HubPort port, RawLink link, byte[] frame, int length) {
      switch (length == 0 ? 0 : frame[0]) {
        case GapFrame.DATA, GapFrame.CREDIT -> {
          relay(port, link, frame, length);
          return;
        }
        case GapFrame.CONTROL -> {
          byte kind = frame[GapFrame.KIND];
          byte[] payload = port.joiner().join(frame, length);
          if (payload != null) {
            say(
                () -> {
                  control.received(port.rank(), kind, payload);
                  link.more();
                });
            return;
          }
        }
        case GapFrame.FAILED ->
            lost(port.rank(), GapFrame.printable(GapFrame.text(frame, 1, length)));
        case GapFrame.BYE -> {
          if (port.leave(HubPort.State.ENDED)) {
            say(() -> control.ended(port.rank()));
          }
        }
        default -> throw new IllegalArgumentException("bytes that are no frame");
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
      if (line == null) {
        port.pass(frame, length, link);
        return;
      }
      // One connection's thread per sender, so nobody else asks this transit.
      var transit =
          transits.computeIfAbsent(
              from.rank() * options.size + to, key -> new Transit(options.delays, from.rank(), to));
      line.add(transit.due(System.nanoTime(), length), () -> port.pass(frame, length, null));
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

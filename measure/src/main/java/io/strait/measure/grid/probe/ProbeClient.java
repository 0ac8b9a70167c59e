package io.strait.measure.grid.probe;

import io.strait.model.text.Printable;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.RawInbox;
import io.strait.transport.wire.RawLink;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A probe: dials a coordinator and does what it orders, until it is let go. */
public final class ProbeClient implements AutoCloseable {
  static final String VERSION = "3";
  private static final double ACCEPT_SECONDS = 120;
  private static final double DIAL_SECONDS = 8;
  private static final double LONGEST_FLOW = 120;
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final byte[] NONE = new byte[0];

  /**
   * Who the probe is.
   *
   * @param cluster the cluster it belongs to; empty if that is to be found out
   * @param token that lets it join; empty for none
   * @param cores how many of its cores count; 0 for all
   * @param app measures the rate of an app's tasks on this host; null if it has no app
   */
  public record Self(String name, String cluster, String token, int cores, @Nullable AppRate app) {}

  /** Measures the rate of an app's tasks. */
  public interface AppRate {
    /** The name of the app. */
    String app();

    /** Tasks per second of the whole host, with all of its cores busy. */
    double perSecond(int cores) throws IOException;
  }

  private final Self self;
  private final HostFacts facts;
  private final Consumer<String> say;
  private final @Nullable HostLock lock;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("probe-", 0).factory());
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private volatile CompletableFuture<String> ended = new CompletableFuture<>();
  private volatile InetSocketAddress home = new InetSocketAddress(0);
  private volatile @Nullable RawLink dialled;
  private volatile boolean isWelcome;
  private volatile boolean isClosed;

  /**
   * @param isAlone whether no other probe may measure this host at the same time
   * @throws io.strait.model.text.InputException if another does
   */
  public ProbeClient(Self self, boolean isAlone, Consumer<String> say) throws IOException {
    this.self = self;
    this.say = say;
    this.lock = isAlone ? HostLock.take() : null;
    this.facts = HostFacts.here().with(self.cores());
  }

  /**
   * Serves one coordinator to its end.
   *
   * @param patience how long to dial where nothing listens yet
   * @throws ProbeException if it is refused, or the coordinator is lost or never there
   */
  public void run(InetSocketAddress coordinator, @Nullable Identity identity, Duration patience)
      throws IOException {
    long until = System.nanoTime() + patience.toNanos();
    home = coordinator;
    try (var dialler = new Dialler(coordinator, identity)) {
      while (true) {
        ended = new CompletableFuture<>();
        dialled = dialler.dial(new Inbox());
        var why = get(ended, Duration.ofDays(365));
        if (why.isEmpty() || isClosed) {
          return;
        }
        if (isWelcome || why.startsWith(REFUSED) || System.nanoTime() - until >= 0) {
          throw new ProbeException(
              isWelcome
                  ? "the coordinator is lost: " + why
                  : "%s:%d: %s"
                      .formatted(
                          coordinator.getHostString(),
                          coordinator.getPort(),
                          Printable.line(why, 500)));
        }
        sleep();
      }
    } finally {
      close();
    }
  }

  private static final String REFUSED = "refused: ";

  private static void sleep() throws IOException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted while dialling");
    }
  }

  private static <T> T get(CompletableFuture<T> future, Duration patience) throws IOException {
    try {
      return future.get(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted");
    } catch (ExecutionException | TimeoutException e) {
      throw new ProbeException(String.valueOf(e.getMessage()));
    }
  }

  private final class Inbox implements RawInbox {
    @Override
    public void opened(RawLink link) {
      var hello =
          Note.of(
              "hello",
              "version",
              VERSION,
              "name",
              self.name(),
              "cluster",
              self.cluster(),
              "token",
              self.token(),
              "app",
              self.app() == null ? "" : self.app().app());
      send(link, facts.into(hello));
    }

    @Override
    public void received(RawLink link, byte[] bytes, int length) {
      try {
        var note = Note.read(bytes, length);
        switch (note.word()) {
          case "welcome" -> {
            isWelcome = true;
            say.accept("joined a measurement as " + self.name());
          }
          case "refused" -> ended.complete(REFUSED + note.text("why"));
          case "bye" -> ended.complete("");
          default -> threads.execute(() -> obey(link, note));
        }
      } catch (IOException e) {
        ended.complete(String.valueOf(e.getMessage()));
      } finally {
        RawLink.recycle(bytes);
        link.more();
      }
    }

    @Override
    public void ready(RawLink link) {}

    @Override
    public void closed(RawLink link, String why) {
      ended.complete(why.isEmpty() ? "it closed the connection" : why);
    }
  }

  private static void send(RawLink link, Note note) {
    var bytes = note.bytes();
    synchronized (link) {
      link.send(bytes, bytes.length, NONE, 0, 0);
    }
  }

  private void obey(RawLink link, Note order) {
    Note answer;
    try {
      answer = carryOut(order);
    } catch (IOException | RuntimeException e) {
      answer = Note.of("failed", "why", Printable.line(reason(e), 500));
    }
    send(link, answer.with("id", order.text("id")));
  }

  private static String reason(Exception e) {
    if (e instanceof EOFException) {
      return "the other host hung up in the middle of an experiment";
    }
    if (e instanceof ClosedChannelException) {
      return "its sockets were closed in the middle of an experiment";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private Note carryOut(Note order) throws IOException {
    var done = Note.of("done");
    switch (order.word()) {
      case "echo" -> {
        return done.with("clock", System.nanoTime());
      }
      case "speed" -> {
        return HostSpeed.measure(facts.cores()).into(done);
      }
      case "tasks" -> {
        if (self.app() == null) {
          throw new ProbeException("it has no app");
        }
        return done.with("rate", self.app().perSecond(facts.cores()));
      }
      case "open" -> {
        var entrance = new Entrance(order.text("nonce"));
        threads.execute(() -> serve(entrance));
        return done.with("tcp", entrance.tcpPort()).with("udp", entrance.udpPort());
      }
      case "dial" -> {
        var session =
            order.text("home").equals("1")
                ? Entrance.dial(
                    order.text("nonce"),
                    List.of(home.getHostString()),
                    home.getPort(),
                    /* udp= */ 0,
                    DIAL_SECONDS)
                : Entrance.dial(
                    order.text("nonce"),
                    List.of(order.text("addresses").split(" ", -1)),
                    (int) order.whole("tcp", 1, 65535),
                    (int) order.whole("udp", 1, 65535),
                    DIAL_SECONDS);
        @Nullable Session old = sessions.put(order.text("session"), session);
        if (old != null) {
          old.close();
        }
        return done;
      }
      case "close" -> {
        @Nullable Session session = sessions.remove(order.text("session"));
        if (session != null) {
          session.close();
        }
        return done;
      }
      default -> {
        return experiment(order, session(order));
      }
    }
  }

  private Note experiment(Note order, Session session) throws IOException {
    double own = Math.clamp(order.number("own"), 0, 0.1);
    var probe = new LinkProbe(session, own);
    switch (order.word()) {
      case "trips" -> {
        var trips = probe.trips((int) order.whole("count", 1, 1000), order.number("near"));
        return Note.of("done", "trip", trips.seconds(), "trips", trips.count());
      }
      case "link" -> {
        boolean withLoss = order.text("loss").equals("1");
        boolean withBoth = order.text("both").equals("1");
        return new Note("done", probe.measure(withLoss, withBoth).fields());
      }
      case "flow" -> {
        double seconds = order.number("seconds");
        double rate = order.number("rate");
        double offered = order.number("offered");
        if (!(seconds > 0 && seconds <= LONGEST_FLOW && rate > 0 && offered > 0)) {
          throw new ProbeException("a flow of %s s at %s B/s".formatted(seconds, offered));
        }
        boolean there = order.text("there").equals("1");
        boolean isTcp = order.text("tcp").equals("1");
        var got = probe.flow(there, rate, offered, seconds, isTcp);
        return Note.of(
            "done", "rate", got.lowest(), "arrived", got.curve().text(), "bytes", got.bytes());
      }
      default -> throw new ProbeException("order '%s' is unknown".formatted(order.word()));
    }
  }

  private Session session(Note order) throws IOException {
    @Nullable Session session = sessions.get(order.text("session"));
    if (session == null) {
      throw new ProbeException("there is no session '%s'".formatted(order.text("session")));
    }
    return session;
  }

  /** Waits for another probe and serves it; a failure shows at the other end. */
  private void serve(Entrance entrance) {
    try (entrance;
        var session = entrance.accept(ACCEPT_SECONDS)) {
      sessions.put("served-" + System.identityHashCode(session), session);
      session.serve();
    } catch (IOException | RuntimeException e) {
      if (!isClosed && isWelcome) {
        say.accept("an experiment ended: " + e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
    ended.complete("");
    @Nullable RawLink open = dialled;
    if (open != null) {
      open.close();
    }
    sessions.values().forEach(Session::close);
    threads.shutdownNow();
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        // The end of the process frees it.
      }
    }
  }
}

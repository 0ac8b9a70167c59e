package io.strait.measure.grid.probe;

import io.strait.model.text.GridFile;
import io.strait.model.text.Printable;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import io.strait.transport.wire.RawInbox;
import io.strait.transport.wire.RawLink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The coordinator's port, at which probes join. */
public final class ProbeServer implements AutoCloseable {
  private static final byte[] NONE = new byte[0];

  /** How often to look whether those that are there are enough. */
  private static final long LOOK_MILLIS = 200;

  private final Function<String, @Nullable String> guard;
  private final Consumer<String> say;
  private final Listener listener;
  private final Map<RawLink, RemoteProbe> probes = new LinkedHashMap<>();
  private boolean isBegun;
  private boolean isClosed;

  /**
   * Opens the port.
   *
   * @param identity the certificate to show; null for plain text
   * @param guard says why a token is refused; null if it is good
   * @throws io.strait.model.text.InputException if it cannot be opened
   */
  public ProbeServer(
      InetSocketAddress address,
      @Nullable Identity identity,
      Function<String, @Nullable String> guard,
      Consumer<String> say)
      throws IOException {
    this.guard = guard;
    this.say = say;
    this.listener = Listener.open(address, identity, new Inbox());
  }

  public int port() {
    return listener.port();
  }

  /**
   * Waits for probes; the measurement begins with those that are there.
   *
   * @param count how many
   * @param patience how long
   * @return the probes that came, in the order in which they did
   */
  public List<RemoteProbe> await(int count, Duration patience) throws IOException {
    return await(all -> all.size() >= count, patience);
  }

  /** As above, until those that are there are enough. */
  public synchronized List<RemoteProbe> await(
      Predicate<Collection<RemoteProbe>> isEnough, Duration patience) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    while (!isEnough.test(probes.values()) && !isClosed) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      try {
        wait(Math.min(left, LOOK_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ProbeException("interrupted while waiting for probes");
      }
    }
    isBegun = true;
    return List.copyOf(probes.values());
  }

  private final class Inbox implements RawInbox {
    @Override
    public void opened(RawLink link) {}

    @Override
    public void received(RawLink link, byte[] bytes, int length) {
      try {
        var note = Note.read(bytes, length);
        @Nullable RemoteProbe probe = probe(link);
        if (probe != null) {
          probe.received(note);
        } else {
          join(link, note);
        }
      } catch (IOException e) {
        say.accept(
            "%s is not a probe: %s"
                .formatted(link.address(), Printable.line(String.valueOf(e.getMessage()), 200)));
        link.close();
      } finally {
        RawLink.recycle(bytes);
        link.more();
      }
    }

    @Override
    public void ready(RawLink link) {}

    @Override
    public void closed(RawLink link, String why) {
      left(link, why.isEmpty() ? "it closed the connection" : why);
    }
  }

  private synchronized @Nullable RemoteProbe probe(RawLink link) {
    return probes.get(link);
  }

  private synchronized void join(RawLink link, Note hello) throws IOException {
    @Nullable String why = objection(link, hello);
    if (why != null) {
      say.accept("refused %s: %s".formatted(link.address(), why));
      var bytes = Note.of("refused", "why", why).bytes();
      link.send(bytes, bytes.length, NONE, 0, 0);
      link.close();
      return;
    }
    var probe = new RemoteProbe(hello, link);
    probes.put(link, probe);
    probe.send(Note.of("welcome"));
    say.accept("%s joined from %s".formatted(probe.name(), probe.address()));
    notifyAll();
  }

  private @Nullable String objection(RawLink link, Note hello) {
    if (!hello.word().equals("hello") || !hello.text("version").equals(ProbeClient.VERSION)) {
      return "it speaks another version, expected a probe of this Strait";
    }
    var peer = link.peer();
    @Nullable String objection = peer == null ? null : peer.objection();
    if (objection != null) {
      return objection;
    }
    @Nullable String token = guard.apply(hello.text("token"));
    if (token != null) {
      return token;
    }
    var name = hello.text("name");
    if (!GridFile.isName(name)
        || (!hello.text("cluster").isEmpty() && !GridFile.isName(hello.text("cluster")))
        || (!hello.text("app").isEmpty() && !GridFile.isName(hello.text("app")))) {
      return "name '%s', cluster '%s' or app '%s' is no name, expected letters, digits, '_', '.' and '-'"
          .formatted(
              Printable.line(name, 100),
              Printable.line(hello.text("cluster"), 100),
              Printable.line(hello.text("app"), 100));
    }
    if (probes.values().stream().anyMatch(other -> other.name().equals(name))) {
      return "there is a probe '%s' already, expected another --name".formatted(name);
    }
    return isBegun ? "the measurement has begun, expected to join before" : null;
  }

  private synchronized void left(RawLink link, String why) {
    @Nullable RemoteProbe probe = probes.get(link);
    if (probe == null || isClosed) {
      return;
    }
    probe.isLost(why);
    if (isBegun) {
      say.accept(String.valueOf(probe.farewell()));
    } else {
      probes.remove(link);
      say.accept("%s left before the measurement began".formatted(probe.name()));
    }
  }

  @Override
  public void close() {
    List<RemoteProbe> all;
    synchronized (this) {
      isClosed = true;
      notifyAll();
      all = new ArrayList<>(probes.values());
    }
    all.forEach(RemoteProbe::dismiss);
    listener.close();
    all.forEach(probe -> probe.isLost("the measurement is over"));
  }
}

package io.strait.apps.viewer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A page for browsers on this machine that shows the frames as they come, with the frame rate
 * promised and measured: {@code /} is the page, {@code /frame.png} the last frame, {@code /events}
 * a stream of events with number and rates of every frame, as JSON, and {@code end} at the end. A
 * slow browser misses frames and holds nothing up.
 */
final class LivePage implements AutoCloseable {
  private static final Set<String> NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String POLICY =
      "default-src 'none'; img-src 'self'; connect-src 'self'; style-src 'unsafe-inline';"
          + " script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  private static final int ALIVE_SECONDS = 10;
  private static final int NOTED = 24;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final byte[] page;
  private final double promised;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final long[] times = new long[NOTED];
  private long shown;
  private long number = -1;
  private byte[] png = {};
  private boolean ended;

  private LivePage(HttpServer server, byte[] page, double promised) {
    this.server = server;
    this.page = page;
    this.promised = promised;
  }

  /**
   * Opens the port that the settings name.
   *
   * @param promised frames per second; 0 if nothing is promised
   */
  static LivePage open(Scene scene, int units, double promised) throws IOException {
    HttpServer server;
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), scene.page());
      server = HttpServer.create(address, 16);
    } catch (IOException e) {
      throw new IOException(
          "page is %d, which cannot be opened (%s), expected a free port"
              .formatted(scene.page(), e.getMessage()),
          e);
    }
    var live = new LivePage(server, page(scene, units), promised);
    server.setExecutor(live.threads);
    server.createContext("/", live::answer);
    server.start();
    return live;
  }

  private static byte[] page(Scene scene, int units) throws IOException {
    try (var in = LivePage.class.getResourceAsStream("page.html")) {
      if (in == null) {
        throw new IllegalStateException("page.html is not in the jar");
      }
      return new String(in.readAllBytes(), UTF_8)
          .replace("{width}", Integer.toString(scene.width()))
          .replace("{height}", Integer.toString(scene.height()))
          .replace("{units}", Integer.toString(units))
          .getBytes(UTF_8);
    }
  }

  String address() {
    return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
  }

  /** Shows a frame. */
  void show(long frame, byte[] bytes) {
    lock.lock();
    try {
      times[(int) (shown++ % NOTED)] = System.nanoTime();
      number = frame;
      png = bytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void answer(HttpExchange call) throws IOException {
    try (call) {
      var host = String.valueOf(call.getRequestHeaders().getFirst("Host"));
      if (!NAMES.contains(host.replaceFirst(":\\d+$", ""))) {
        call.sendResponseHeaders(403, -1); // a name of somebody else that leads here
        return;
      }
      call.getResponseHeaders().set("Cache-Control", "no-store");
      switch (call.getRequestURI().getPath()) {
        case "/" -> {
          call.getResponseHeaders().set("Content-Security-Policy", POLICY);
          send(call, "text/html; charset=utf-8", page);
        }
        case "/frame.png" -> frame(call);
        case "/events" -> events(call);
        default -> call.sendResponseHeaders(404, -1);
      }
    }
  }

  private static void send(HttpExchange call, String type, byte[] bytes) throws IOException {
    call.getResponseHeaders().set("Content-Type", type);
    call.sendResponseHeaders(200, bytes.length);
    call.getResponseBody().write(bytes);
  }

  private void frame(HttpExchange call) throws IOException {
    byte[] last;
    lock.lock();
    try {
      last = png;
    } finally {
      lock.unlock();
    }
    if (last.length == 0) {
      call.sendResponseHeaders(404, -1);
    } else {
      send(call, "image/png", last);
    }
  }

  private void events(HttpExchange call) throws IOException {
    call.getResponseHeaders().set("Content-Type", "text/event-stream");
    call.sendResponseHeaders(200, 0);
    var out = call.getResponseBody();
    out.flush();
    long seen = -1;
    boolean last = false;
    while (!last) {
      String event;
      lock.lock();
      try {
        if (number == seen && !ended && !changed.await(ALIVE_SECONDS, TimeUnit.SECONDS)) {
          event = ": alive\n\n";
        } else if (number != seen) {
          event = "data: %s\n\n".formatted(state());
          seen = number;
        } else {
          event = ended ? "event: end\ndata: {}\n\n" : "";
          last = ended;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } finally {
        lock.unlock();
      }
      out.write(event.getBytes(UTF_8));
      out.flush();
    }
  }

  /** The last frame and the rate of the last few. */
  private String state() {
    int count = (int) Math.min(shown, NOTED);
    long newest = times[(int) ((shown - 1) % NOTED)];
    long oldest = times[(int) ((shown - count) % NOTED)];
    double measured = newest > oldest ? (count - 1) * 1e9 / (newest - oldest) : 0;
    return String.format(
        Locale.ROOT,
        "{\"frame\": %d, \"measured\": %.2f, \"promised\": %.2f}",
        number,
        measured,
        promised);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    server.stop(1); // an answer may be under way
    threads.shutdown();
  }
}

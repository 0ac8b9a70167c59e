package io.strait.serve.http;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The web server of the pages: every request passes the gate, then finds its route by the first
 * part of its path. At most so many are answered at a time; who comes later is told so.
 */
public final class WebServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.strait.serve");

  /** Requests and viewers at a time. */
  private static final int MOST_CALLS = 256;

  /** So many connections may be open, most of which say nothing; fewer where files are few. */
  private static final int MOST_CONNECTIONS = 16_384;

  /** The share of files that they may take from others of this process. */
  private static final double FILES_SHARE = 0.6;

  /** Connections that the system keeps until they are accepted. */
  private static final int BACKLOG = 1_024;

  /** Seconds in which a request must be there. */
  private static final int LONGEST_REQUEST = 20;

  /** Where a link may lead: to a page of ours. */
  private static final Pattern LOCAL = Pattern.compile("(/[A-Za-z0-9._-]+)+");

  static {
    // Read once by the server's classes. Others of this process have no use for more either.
    limit("jdk.httpserver.maxConnections", connections());
    limit("sun.net.httpserver.maxIdleConnections", 64);
    limit("sun.net.httpserver.maxReqTime", LONGEST_REQUEST);
    limit("sun.net.httpserver.maxReqHeaders", 100);
  }

  private static int connections() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? (int) Math.min(MOST_CONNECTIONS, FILES_SHARE * system.getMaxFileDescriptorCount())
        : MOST_CONNECTIONS;
  }

  private static void limit(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  /** What answers requests whose path begins with a word. */
  @FunctionalInterface
  public interface Handler {
    void answer(Call call) throws IOException;
  }

  /**
   * A part of what is served.
   *
   * @param word the first part of its paths; empty for the root
   * @param method the only one that is answered
   */
  public record Route(String method, String word, Handler handler) {}

  /**
   * Where to listen.
   *
   * @param tls null for plain text, which only this machine may hear
   * @param names of this machine that requests may ask for besides its address
   */
  public record Place(InetSocketAddress address, @Nullable SSLContext tls, List<String> names) {}

  private final HttpServer server;
  private final Gate gate;
  private final String base;
  private final List<Route> routes;
  private final Semaphore room = new Semaphore(MOST_CALLS);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Consumer<String> opened;
  private volatile long lastAsked = System.nanoTime();

  /**
   * @param opened hears of another link whenever one was used
   * @throws IOException if the port cannot be opened
   */
  public WebServer(Place place, List<Route> routes, Consumer<String> opened) throws IOException {
    this.routes = List.copyOf(routes);
    this.opened = opened;
    try {
      server =
          place.tls == null
              ? HttpServer.create(place.address, BACKLOG)
              : HttpsServer.create(place.address, BACKLOG);
    } catch (BindException e) {
      throw new InputException(
          "port %d of %s cannot be opened: %s; name another, or none for any that is free"
              .formatted(place.address.getPort(), place.address.getHostString(), e.getMessage()));
    }
    if (server instanceof HttpsServer secure) {
      secure.setHttpsConfigurator(new HttpsConfigurator(place.tls));
    }
    int port = server.getAddress().getPort();
    var names = new ArrayList<>(place.names);
    var address = server.getAddress().getAddress();
    if (address.isLoopbackAddress()) {
      names.addAll(List.of("127.0.0.1", "localhost", "[::1]"));
    } else if (!address.isAnyLocalAddress()) {
      names.add(literal(address.getHostAddress()));
    }
    gate = new Gate(hosts(names, port), place.tls != null, port);
    base = "%s://%s:%d/".formatted(place.tls == null ? "http" : "https", names.getFirst(), port);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private static String literal(String address) {
    return address.indexOf(':') < 0 ? address : "[" + address.replaceAll("%.*", "") + "]";
  }

  private static Set<String> hosts(List<String> names, int port) {
    var hosts = new HashSet<String>();
    for (var name : names) {
      hosts.add(name.toLowerCase(Locale.ROOT) + ":" + port);
    }
    return hosts;
  }

  /** An address that opens the pages once, in one browser. */
  public String link() {
    return base + "enter?link=" + gate.link();
  }

  /** The same for one page. */
  public String link(String page) {
    return link() + "&to=" + page;
  }

  /** Where it is, without the right to enter. */
  public String base() {
    return base;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** What programs show to be let in. */
  public String secret() {
    return gate.secret();
  }

  /** Nanoseconds since somebody asked for something. */
  public long quiet() {
    return System.nanoTime() - lastAsked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    lastAsked = System.nanoTime();
    try (exchange) {
      var call = new Call(exchange);
      if (!room.tryAcquire()) {
        call.plain(503, "too many requests at a time, try again");
        return;
      }
      try {
        answer(exchange, call);
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING, "cannot answer " + exchange.getRequestURI().getPath(), e);
        call.plain(500, "strait has made a mistake: " + e);
      } finally {
        room.release();
      }
    }
  }

  private void answer(HttpExchange exchange, Call call) throws IOException {
    if (call.method().equals("GET") && call.part(0).equals("enter")) {
      enter(exchange, call);
      return;
    }
    Gate.@Nullable Refusal refusal = gate.check(exchange);
    if (refusal != null) {
      call.plain(refusal.status(), refusal.why());
      return;
    }
    var known = routes.stream().filter(route -> route.word.equals(call.part(0))).toList();
    var method = call.method().equals("HEAD") ? "GET" : call.method();
    var route = known.stream().filter(each -> each.method.equals(method)).findFirst();
    if (route.isPresent()) {
      route.get().handler.answer(call);
    } else if (known.isEmpty()) {
      call.notFound();
    } else {
      call.plain(405, "this is not done here");
    }
  }

  private void enter(HttpExchange exchange, Call call) throws IOException {
    Gate.@Nullable Refusal refusal = gate.host(exchange);
    @Nullable String cookie = refusal == null ? gate.enter(call.parameter("link")) : null;
    if (cookie == null) {
      call.plain(
          403, refusal == null ? "this link was used; strait prints another" : refusal.why());
      return;
    }
    var to = call.parameter("to");
    call.enter(cookie, LOCAL.matcher(to).matches() ? to : "/");
    opened.accept(link());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

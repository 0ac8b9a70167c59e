package io.strait.serve;

import io.strait.serve.http.Call;
import io.strait.serve.http.WebServer;
import io.strait.serve.http.WebServer.Route;
import io.strait.serve.plan.PlanPages;
import io.strait.serve.run.RunPages;
import io.strait.serve.run.RunShelf;
import io.strait.serve.run.Served;
import io.strait.view.page.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The pages of runs and plans, for as long as it is open. */
public final class LiveServer implements AutoCloseable {
  private static final Map<String, String> ASSETS =
      Map.of(
          "live.css", "text/css; charset=utf-8",
          "live.js", "text/javascript; charset=utf-8",
          "openapi.json", "application/json");

  /** Nanoseconds in which viewers are told that this is the end. */
  private static final long LONGEST_PARTING = 500_000_000L;

  private final RunPages runs;
  private final WebServer server;

  /**
   * @param isControlled whether pages may stop runs
   * @param more that is served besides
   * @param opened hears of another link whenever one was used
   * @throws IOException if the port cannot be opened
   */
  public LiveServer(
      WebServer.Place place,
      RunShelf shelf,
      boolean isControlled,
      List<Route> more,
      Consumer<String> opened)
      throws IOException {
    var served = new Served(more.stream().anyMatch(route -> route.word().equals(PlanPages.WORD)));
    runs = new RunPages(shelf, served, isControlled);
    var routes = new ArrayList<>(runs.routes());
    routes.addAll(more);
    routes.add(new Route("GET", "asset", LiveServer::asset));
    server = new WebServer(place, routes, opened);
  }

  private static void asset(Call call) throws IOException {
    var name = call.part(1);
    if (name.equals("report.css")) {
      call.bytes("text/css; charset=utf-8", Page.sheet().getBytes(StandardCharsets.UTF_8));
      return;
    }
    @Nullable String type = ASSETS.get(name);
    try (@Nullable InputStream in =
        type == null ? null : LiveServer.class.getResourceAsStream(name)) {
      if (type == null || in == null) {
        call.notFound();
      } else {
        call.bytes(type, in.readAllBytes());
      }
    }
  }

  /** An address that opens the pages once, in one browser. */
  public String link() {
    return server.link();
  }

  /** The same for one page. */
  public String link(String page) {
    return server.link(page);
  }

  public String base() {
    return server.base();
  }

  public int port() {
    return server.port();
  }

  /** How many watch a run. */
  public int viewers() {
    return runs.viewers();
  }

  /** Nanoseconds since somebody asked for something. */
  public long quiet() {
    return server.quiet();
  }

  /** What programs show to be let in. */
  public String secret() {
    return server.secret();
  }

  @Override
  public void close() {
    runs.close();
    long until = System.nanoTime() + LONGEST_PARTING;
    while (viewers() > 0 && until - System.nanoTime() > 0) {
      LockSupport.parkNanos(10_000_000);
    }
    server.close();
  }
}

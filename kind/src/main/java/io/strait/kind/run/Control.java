package io.strait.kind.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a running master answers on a port of its own machine: {@code /status} (JSON) and {@code
 * /stop} and what else it takes ({@link #take}) to those who know the secret in the run's {@code
 * control.json}, {@code /metrics} in the text format of Prometheus to everybody on this machine.
 */
public final class Control implements AutoCloseable {
  private static final int MOST_PARAMETERS = 20;

  private final HttpServer server;
  private final String secret;
  private @Nullable RunFolder folder;

  /**
   * Opens the port.
   *
   * @param port 0 for any
   * @param stop is run when somebody asks the run to end
   * @throws IOException if it cannot be opened
   */
  public Control(int port, Supplier<String> status, Supplier<String> metrics, Runnable stop)
      throws IOException {
    var bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    secret = HexFormat.of().formatHex(bytes);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/status", call -> answer(call, true, "application/json", status));
    server.createContext(
        "/stop",
        call ->
            answer(
                call,
                true,
                "application/json",
                () -> {
                  stop.run();
                  return "{\"stopping\": true}\n";
                }));
    server.createContext(
        "/metrics", call -> answer(call, false, "text/plain; version=0.0.4", metrics));
    server.start();
  }

  /**
   * Takes orders besides, from those who know the secret.
   *
   * @param word the path
   * @param order carries one out and answers in JSON; one that makes no sense throws an {@link
   *     InputException}
   */
  public void take(String word, Function<Map<String, String>, String> order) {
    server.createContext(
        "/" + word,
        call -> answer(call, true, "application/json", () -> order.apply(parameters(call))));
  }

  private static Map<String, String> parameters(HttpExchange call) {
    var found = new TreeMap<String, String>();
    @Nullable String query = call.getRequestURI().getRawQuery();
    for (var pair : query == null ? new String[0] : query.split("&", MOST_PARAMETERS)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        found.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  private void answer(HttpExchange call, boolean guarded, String type, Supplier<String> content)
      throws IOException {
    try (call) {
      var given = String.valueOf(call.getRequestHeaders().getFirst("Authorization"));
      boolean known =
          MessageDigest.isEqual(
              given.getBytes(StandardCharsets.UTF_8),
              ("Bearer " + secret).getBytes(StandardCharsets.UTF_8));
      if (guarded && !known) {
        call.sendResponseHeaders(403, -1);
        return;
      }
      String answer;
      try {
        answer = content.get();
      } catch (InputException | IllegalArgumentException e) {
        send(call, 400, "text/plain; charset=utf-8", e.getMessage() + "\n");
        return;
      }
      send(call, 200, type, answer);
    }
  }

  private static void send(HttpExchange call, int status, String type, String content)
      throws IOException {
    var bytes = content.getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().set("Content-Type", type);
    call.sendResponseHeaders(status, bytes.length);
    call.getResponseBody().write(bytes);
  }

  /**
   * Writes {@code control.json}, which stays until this is closed.
   *
   * @param more entries besides port, secret, process and where it is
   */
  public void publish(RunFolder run, Map<String, String> more) throws IOException {
    folder = run;
    var entries = new TreeMap<>(more);
    entries.put("port", Integer.toString(port()));
    entries.put("secret", secret);
    var process = ProcessHandle.current();
    entries.put("pid", Long.toString(process.pid()));
    process.info().startInstant().ifPresent(began -> entries.put("began", began.toString()));
    Whereabouts.here().write(entries);
    run.write("control.json", entries);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() throws IOException {
    server.stop(1); // an answer may be under way
    if (folder != null) {
      folder.forgetControl();
    }
  }
}

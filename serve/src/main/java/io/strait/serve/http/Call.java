package io.strait.serve.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that may be answered, and how that is done. */
public final class Call {
  /** What a page may do: show what came with it from here, and ask here. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr"
          + " 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'";

  private static final int LONGEST_BODY = 1 << 16;
  private static final int MOST_PARAMETERS = 200;

  private final HttpExchange exchange;
  private final List<String> path;
  private @Nullable String form;

  Call(HttpExchange exchange) {
    this.exchange = exchange;
    var raw = exchange.getRequestURI().getRawPath();
    this.path =
        Arrays.stream(raw.split("/", -1))
            .filter(part -> !part.isEmpty())
            .map(Call::decoded)
            .toList();
  }

  /** A value that came encoded; what is encoded wrongly stands for nothing. */
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  public String method() {
    return exchange.getRequestMethod();
  }

  /** The parts of the path between slashes. */
  public List<String> path() {
    return path;
  }

  /** One of them; empty if there are fewer. */
  public String part(int index) {
    return index < path.size() ? path.get(index) : "";
  }

  /** All values of a parameter, in their order. */
  public List<String> parameters(String name) {
    return values(exchange.getRequestURI().getRawQuery(), name);
  }

  /** The first value of a parameter; empty if there is none. */
  public String parameter(String name) {
    var all = parameters(name);
    return all.isEmpty() ? "" : all.getFirst();
  }

  /** A field of the form that was sent; empty if it has none, or is too long. */
  public String field(String name) throws IOException {
    if (form == null) {
      var bytes = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
      form = bytes.length > LONGEST_BODY ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
    var all = values(form, name);
    return all.isEmpty() ? "" : all.getFirst();
  }

  private static List<String> values(@Nullable String query, String name) {
    var found = new ArrayList<String>();
    if (query != null) {
      for (var pair : query.split("&", MOST_PARAMETERS)) {
        int equals = pair.indexOf('=');
        if (decoded(pair.substring(0, Math.max(0, equals))).equals(name)) {
          found.add(decoded(pair.substring(equals + 1)));
        }
      }
    }
    return found;
  }

  public void html(String page) throws IOException {
    html(200, page);
  }

  public void html(int status, String page) throws IOException {
    answer(status, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  public void json(String json) throws IOException {
    answer(200, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  public void plain(int status, String text) throws IOException {
    answer(status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public void bytes(String type, byte[] bytes) throws IOException {
    answer(200, type, bytes);
  }

  /** Lets a browser save the answer as a file, and stay where it is. */
  public void saveAs(String name) {
    exchange
        .getResponseHeaders()
        .set("Content-Disposition", "attachment; filename=\"%s\"".formatted(name));
  }

  /** Not now; a browser asks again by itself. */
  public void later(String why) throws IOException {
    askAgain();
    plain(503, why);
  }

  /** Lets a browser ask again by itself a moment later, whatever the answer will be. */
  public void askAgain() {
    exchange.getResponseHeaders().set("Refresh", "1");
  }

  public void notFound() throws IOException {
    plain(404, "nothing is here");
  }

  /** Whether nothing but the head of the answer is wanted. */
  public boolean isHead() {
    return method().equals("HEAD");
  }

  void answer(int status, String type, byte[] bytes) throws IOException {
    guard(type);
    exchange.sendResponseHeaders(status, bytes.length == 0 || isHead() ? -1 : bytes.length);
    if (bytes.length > 0 && !isHead()) {
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Puts what every answer says before it begins. */
  private void guard(String type) {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    // Without any, browsers would not say either that a form comes from here.
    headers.set("Referrer-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  /** Sends the browser to another page of this server. */
  public void redirect(String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    plain(303, "this way: " + to);
  }

  /** Leads the browser on, with a cookie for all that follows. */
  void enter(String cookie, String to) throws IOException {
    exchange.getResponseHeaders().add("Set-Cookie", cookie);
    var from = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
    if (from == null || from.equals("none")) {
      redirect(to);
      return;
    }
    // Who comes from a page of another site would be redirected without the cookie.
    html(
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"/><title>Strait</title><link rel="icon" href="data:,"/>
        <meta http-equiv="refresh" content="0; url=%1$s"/></head>
        <body><main><a href="%1$s">Go on</a></main></body></html>
        """
            .formatted(to));
  }

  /** Begins a stream of events, which lasts until either side ends it. */
  public EventStream events() throws IOException {
    guard("text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    var stream =
        new EventStream(
            exchange.getResponseBody(),
            exchange.getLocalAddress().getPort(),
            exchange.getRemoteAddress().getPort());
    stream.begin();
    return stream;
  }
}

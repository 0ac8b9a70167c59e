package io.strait.serve.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may ask. A link that works once gives a browser its cookie; a program shows the
 * secret that the server left in a file. A page of somebody else in the same browser has neither:
 * the cookie stays at home, and what comes from another site or by another name is refused.
 */
final class Gate {
  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final int MOST_SESSIONS = 64;

  /** Links that were handed out and not used. */
  private static final int MOST_LINKS = 8;

  private final SecureRandom random = new SecureRandom();
  private final Set<String> hosts;
  private final String scheme;
  private final String cookie;
  private final String secret = word();
  private final Deque<String> links = new ArrayDeque<>();
  private final Deque<String> sessions = new ArrayDeque<>();

  /**
   * @param hosts what requests may name as the host, with the port, in lower case
   * @param port tells the cookies of several servers on one machine apart
   */
  Gate(Set<String> hosts, boolean secure, int port) {
    this.hosts = Set.copyOf(hosts);
    this.scheme = secure ? "https" : "http";
    this.cookie = (secure ? "__Host-strait-" : "strait-") + port;
  }

  /** Why a request is refused. */
  record Refusal(int status, String why) {}

  private String word() {
    var bytes = new byte[24];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What a program shows as its bearer token. */
  String secret() {
    return secret;
  }

  /** A word that opens the door once. */
  synchronized String link() {
    var link = word();
    links.addLast(link);
    while (links.size() > MOST_LINKS) {
      links.removeFirst();
    }
    return link;
  }

  /** Uses a link up; what to set as a cookie, or null if it opens nothing. */
  synchronized @Nullable String enter(String link) {
    if (!links.removeIf(known -> same(known, link))) {
      return null;
    }
    var session = word();
    sessions.addLast(session);
    while (sessions.size() > MOST_SESSIONS) {
      sessions.removeFirst();
    }
    return "%s=%s; Path=/; HttpOnly; SameSite=Strict%s"
        .formatted(cookie, session, scheme.equals("https") ? "; Secure" : "");
  }

  /** Null if the host is one of ours: a name that somebody else points here is not. */
  @Nullable Refusal host(HttpExchange call) {
    var all = call.getRequestHeaders().get("Host");
    return all != null && all.size() == 1 && hosts.contains(all.getFirst().toLowerCase(Locale.ROOT))
        ? null
        : new Refusal(421, "this is not the host that was asked for");
  }

  /** Null if the request may be answered. */
  @Nullable Refusal check(HttpExchange call) {
    @Nullable Refusal wrong = host(call);
    if (wrong != null) {
      return wrong;
    }
    var headers = call.getRequestHeaders();
    if (showsSecret(headers)) {
      return null;
    }
    var from = headers.getFirst("Sec-Fetch-Site");
    boolean isOwn = from == null || from.equals("same-origin");
    boolean isRead = READING.contains(call.getRequestMethod());
    if (isRead ? !isOwn && !from.equals("none") : !isOwn || !isOwnOrigin(headers)) {
      return new Refusal(403, "the request comes from another site");
    }
    return hasSession(headers)
        ? null
        : new Refusal(403, "open the link that strait printed; it works once, and prints another");
  }

  private boolean isOwnOrigin(Headers headers) {
    var origins = headers.get("Origin");
    if (origins == null || origins.size() != 1) {
      return false;
    }
    var origin = origins.getFirst().toLowerCase(Locale.ROOT);
    // What is posted comes from the very name that it goes to.
    return origin.equals(
        scheme + "://" + String.valueOf(headers.getFirst("Host")).toLowerCase(Locale.ROOT));
  }

  private boolean showsSecret(Headers headers) {
    var given = headers.getFirst("Authorization");
    return given != null && same("Bearer " + secret, given);
  }

  private synchronized boolean hasSession(Headers headers) {
    var lines = headers.get("Cookie");
    if (lines == null) {
      return false;
    }
    var prefix = cookie + "=";
    return lines.stream()
        .flatMap(line -> Arrays.stream(line.split(";", -1)))
        .map(String::strip)
        .filter(each -> each.startsWith(prefix))
        .map(each -> each.substring(prefix.length()))
        .anyMatch(given -> sessions.stream().anyMatch(known -> same(known, given)));
  }

  private static boolean same(String known, String given) {
    return MessageDigest.isEqual(
        known.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}

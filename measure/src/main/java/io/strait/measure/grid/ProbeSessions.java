package io.strait.measure.grid;

import io.strait.measure.grid.probe.Note;
import io.strait.measure.grid.probe.ProbeException;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.measure.grid.topology.Pair;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sessions between probes: opened when they are first needed, and again after a failure. */
final class ProbeSessions {
  static final double LINK_SECONDS = 600;
  private static final double ANSWER_SECONDS = 30;
  private static final int NONCE_BYTES = 16;

  /**
   * An open session.
   *
   * @param from the probe that dialled
   */
  record Open(int from, int to, String id) {}

  private final List<RemoteProbe> probes;
  private final SecureRandom random = new SecureRandom();
  private final Map<Pair, Open> sessions = new ConcurrentHashMap<>();
  private final Map<Pair, String> unreachable = new ConcurrentHashMap<>();

  ProbeSessions(List<RemoteProbe> probes) {
    this.probes = probes;
  }

  private String name(int host) {
    return probes.get(host).name();
  }

  /** The session of two hosts, in either direction, which is opened if there is none. */
  Open of(Pair pair) throws IOException {
    for (var key : List.of(pair, new Pair(pair.to(), pair.from()))) {
      @Nullable Open open = sessions.get(key);
      if (open != null) {
        return open;
      }
      @Nullable String why = unreachable.get(key);
      if (why != null) {
        throw new ProbeException(why);
      }
    }
    String first;
    try {
      return open(pair.from(), pair.to());
    } catch (IOException e) {
      first = String.valueOf(e.getMessage());
      checkThere(pair);
    }
    try {
      return open(pair.to(), pair.from());
    } catch (IOException e) {
      checkThere(pair);
      var why =
          "%s and %s cannot reach each other (%s; %s), expected a firewall that lets one of them dial the other"
              .formatted(name(pair.from()), name(pair.to()), first, e.getMessage());
      unreachable.put(pair, why);
      throw new ProbeException(why);
    }
  }

  private void checkThere(Pair pair) throws IOException {
    for (int host : new int[] {pair.from(), pair.to()}) {
      @Nullable String lost = probes.get(host).lost();
      if (lost != null) {
        throw new ProbeException("%s is gone: %s".formatted(name(host), lost));
      }
    }
  }

  private Open open(int from, int to) throws IOException {
    var bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    var nonce = HexFormat.of().formatHex(bytes);
    var id = "%s>%s".formatted(name(from), name(to));
    var ports = probes.get(to).ask(Note.of("open", "nonce", nonce), ANSWER_SECONDS);
    probes
        .get(from)
        .ask(
            Note.of(
                "dial",
                "session",
                id,
                "nonce",
                nonce,
                "addresses",
                String.join(" ", addresses(probes.get(from), probes.get(to))),
                "tcp",
                ports.text("tcp"),
                "udp",
                ports.text("udp")),
            3 * ANSWER_SECONDS);
    var open = new Open(from, to, id);
    sessions.put(new Pair(from, to), open);
    return open;
  }

  /** Where a probe may be reached from another: first as it dialled us, then as it knows itself. */
  private static Set<String> addresses(RemoteProbe from, RemoteProbe to) {
    var addresses = new LinkedHashSet<String>();
    boolean isHere = isLoopback(to.address());
    if (!isHere || isLoopback(from.address())) {
      addresses.add(to.address());
    }
    addresses.addAll(to.facts().addresses());
    return addresses;
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.ofLiteral(address).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** What the end of a session that gives orders answers. */
  Note ask(Open open, Note order) throws IOException {
    try {
      var from = probes.get(open.from());
      return from.answer(from.start(order), probes.get(open.to()), LINK_SECONDS);
    } catch (IOException e) {
      forget(open);
      throw e;
    }
  }

  /** A session that failed is of no more use: the next experiment opens another. */
  void forget(Open open) {
    sessions.remove(new Pair(open.from(), open.to()), open);
  }
}

package io.strait.measure.grid;

import io.strait.measure.grid.probe.Gate;
import io.strait.measure.grid.probe.Note;
import io.strait.measure.grid.probe.ProbeException;
import io.strait.measure.grid.probe.RemoteProbe;
import io.strait.measure.grid.topology.Flow;
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

/**
 * Sessions between probes: who dials whom, and by which way. They are opened when they are first
 * needed, and again after a failure.
 */
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
  private final @Nullable HomeWay way;
  private final SecureRandom random = new SecureRandom();
  private final Map<Pair, Open> sessions = new ConcurrentHashMap<>();
  private final Map<Pair, String> unreachable = new ConcurrentHashMap<>();

  /**
   * @param way how probes at sites reach home; null if all dial each other
   */
  ProbeSessions(List<RemoteProbe> probes, @Nullable HomeWay way) {
    this.probes = probes;
    this.way = way;
  }

  private String name(int host) {
    return probes.get(host).name();
  }

  /**
   * The session of two hosts, in either direction, which is opened if there is none.
   *
   * @throws ProbeException if they cannot reach each other
   */
  Open between(Pair pair) throws IOException {
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
    if (isThroughHome(pair)) {
      return isHomeward(pair) ? open(pair.from(), pair.to()) : open(pair.to(), pair.from());
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

  /** Whether two hosts reach each other by the ways home that runs take. */
  boolean isThroughHome(Pair pair) {
    return isHomeward(pair) || isHomeward(new Pair(pair.to(), pair.from()));
  }

  private boolean isHomeward(Pair pair) {
    return way != null && way.leads(probes.get(pair.from()), probes.get(pair.to()));
  }

  /** Whether two hosts have a way at all. */
  boolean areJoined(Pair pair) {
    return way == null || way.joins(probes.get(pair.from()), probes.get(pair.to()));
  }

  private void checkThere(Pair pair) throws IOException {
    for (int host : new int[] {pair.from(), pair.to()}) {
      @Nullable String farewell = probes.get(host).farewell();
      if (farewell != null) {
        throw new ProbeException(farewell);
      }
    }
  }

  private Open open(int from, int to) throws IOException {
    var bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    var nonce = HexFormat.of().formatHex(Gate.marked(bytes));
    var id = "%s>%s".formatted(name(from), name(to));
    var ports = probes.get(to).ask(Note.of("open", "nonce", nonce), ANSWER_SECONDS);
    var dial = Note.of("dial", "session", id, "nonce", nonce);
    if (way != null && isHomeward(new Pair(from, to))) {
      way.gate().expect(nonce, (int) ports.whole("tcp", 1, 65535));
      dial = dial.with("home", 1);
    } else {
      dial =
          dial.with("addresses", String.join(" ", addresses(probes.get(from), probes.get(to))))
              .with("tcp", ports.text("tcp"))
              .with("udp", ports.text("udp"));
    }
    probes.get(from).ask(dial, 3 * ANSWER_SECONDS);
    var open = new Open(from, to, id);
    sessions.put(new Pair(from, to), open);
    return open;
  }

  /** Where a probe may be reached from another: first as it dialled us, then as it knows itself. */
  private Set<String> addresses(RemoteProbe from, RemoteProbe to) {
    var addresses = new LinkedHashSet<String>();
    boolean isHere = isLoopback(to.address());
    // Those that came through a login node seem to be here.
    boolean areBothHere =
        isLoopback(from.address())
            && (way == null || from.facts().machine().equals(to.facts().machine()));
    if (!isHere || areBothHere) {
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

  /** The flow, or that of the host at home to which the ways lead, if only that one has one. */
  Flow joined(Flow flow) {
    if (way == null || areJoined(new Pair(flow.from(), flow.to()))) {
      return flow;
    }
    int home = 0;
    while (!name(home).equals(way.host())) {
      home++;
    }
    return HomeWay.isLan(probes.get(home), probes.get(flow.from()))
        ? new Flow(home, flow.to(), flow.alone(), flow.offered())
        : new Flow(flow.from(), home, flow.alone(), flow.offered());
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

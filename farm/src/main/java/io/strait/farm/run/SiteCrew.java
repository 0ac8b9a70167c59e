package io.strait.farm.run;

import io.strait.farm.protocol.Host.Level;
import io.strait.launch.engine.Engine;
import io.strait.launch.shell.ShellException;
import io.strait.launch.site.LoginProcess;
import io.strait.launch.site.Pilots;
import io.strait.launch.site.RemoteSite;
import io.strait.launch.site.RunFiles;
import io.strait.transport.wire.NodeRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one cluster, and its gateway where that is on the same machine, started at a site and
 * looked after by a thread.
 */
final class SiteCrew {
  private static final long PERIOD_NANOS = 2_000_000_000L;
  private static final long SELDOM_NANOS = 10_000_000_000L;

  /** How often a start is tried while the site cannot be reached, and the first pause. */
  private static final int MOST_STARTS = 6;

  private static final long FIRST_PAUSE_NANOS = 4_000_000_000L;

  /** What must not stay at a site after a run. */
  private static final List<String> SECRETS = List.of("certs", "token");

  /** How long those that were dismissed may take before they are cancelled. */
  private static final long LEAVING_NANOS = 3_000_000_000L;

  /** How long the end is tried while the site cannot be reached. */
  private static final long ENDING_NANOS = 15_000_000_000L;

  private final SiteMembers members;
  private final SiteNodes.Options options;
  private final FarmLog log;
  private final RemoteSite site;
  private final int cores;
  private final CrewSize size;
  private volatile boolean ending;
  private volatile boolean leaving;
  private volatile boolean lost;
  private volatile String trouble = "";
  private String place = "";
  private String home = "";
  private String authority = "";
  private @Nullable LoginProcess gateway;
  private @Nullable Pilots pilots;
  private @Nullable SiteState kept;

  /** Whether the way home is another one than the gateway knows. */
  private boolean isMoved;

  private long lastSaid;

  SiteCrew(SiteMembers members, SiteNodes.Options options, Path sockets, FarmLog log) {
    this.members = members;
    this.options = options;
    this.log = log;
    this.site = new RemoteSite(members.name(), members.start(), members.host(), sockets);
    this.cores = options.cores().getOrDefault(members.cluster(), 1);
    int planned = members.workers().size();
    this.size =
        new CrewSize(
            new PilotDemand(planned, planned + members.spare().size(), cores),
            site,
            members.start());
  }

  /**
   * Learns how the run stands.
   *
   * @param rate tasks per second of the whole run
   * @param secondsLeft to the deadline
   */
  void look(FarmStatus status, double rate, double secondsLeft) {
    size.learn(members.load(status, rate, secondsLeft));
  }

  /** No more than so many workers are wanted. */
  void limit(int workers) {
    size.limit(workers);
  }

  /** Its cluster, which others may start workers of, too. */
  String cluster() {
    return members.cluster();
  }

  int planned() {
    return members.workers().size();
  }

  String name() {
    return members.name();
  }

  /** What is wrong, in a line; empty if nothing is. */
  String trouble() {
    return trouble;
  }

  /** Whether nothing of it runs or ever will. */
  boolean isLost() {
    return lost;
  }

  /** Those that leave from now on are not missed. */
  void replaceNobody() {
    size.replaceNobody();
  }

  void drain() {
    ending = true;
  }

  /** Whether it ends what it has started. */
  boolean isLeaving() {
    return leaving;
  }

  /** Starts everything, looks after it, and ends it. */
  void run() {
    try {
      try {
        begin();
        watch();
      } finally {
        leaving = true;
        // What was interrupted is over; what follows must not be.
        boolean ignored = Thread.interrupted();
        end();
      }
    } catch (IOException | RuntimeException e) {
      warn(SiteMembers.advised(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      // The run ends.
    } finally {
      lost = true;
      if (members.hasGateway() && members.gateway() != null) {
        members.gateway().completeExceptionally(new IOException(trouble));
      }
    }
  }

  private void note(String line) {
    log.note(Level.INFO, name(), line);
    options.say().accept("%s: %s".formatted(name(), line));
  }

  /** Tells people what is wrong, once. */
  private void warn(String line) {
    var words = "%s: %s".formatted(name(), line);
    if (!words.equals(trouble)) {
      trouble = words;
      log.note(Level.WARNING, name(), line);
    }
  }

  /** Tells people now and then how much of Strait has been sent. */
  private void sent(long bytes, long all) {
    long now = System.nanoTime();
    if (now - lastSaid > SELDOM_NANOS) {
      lastSaid = now;
      note("sending Strait, %.0f of %.0f MB".formatted(bytes / 1e6, all / 1e6));
    }
  }

  /** Starts everything; what was begun before the site was lost from sight is gone on with. */
  private void begin() throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        start();
        return;
      } catch (ShellException e) {
        if (!e.mayPass() || tries >= MOST_STARTS || ending) {
          throw e;
        }
        warn(e.getMessage() + "; trying again");
        pause(FIRST_PAUSE_NANOS << (tries - 1));
      }
    }
  }

  private void pause(long nanos) {
    long until = System.nanoTime() + nanos;
    while (!ending && until - System.nanoTime() > 0) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  private void start() throws IOException, InterruptedException {
    site.open();
    note("connected to %s, %s".formatted(site.shell().where(), site.machine()));
    var scripts =
        new SiteScripts(
            site.strait(options.launcher(), options.bundle(), this::sent),
            members.cluster(),
            cores,
            members.gateway() == null ? NodeRole.MASTER : NodeRole.GATEWAY,
            options.data().bring(site, members.start(), () -> ending, this::note),
            options);
    place =
        site.begin(
            options.run() + "-" + name(),
            new RunFiles(
                options.certificates(),
                options.launcher().classPath(),
                Map.of("workers", names())));
    authority = SiteState.authority(options.certificates());
    var earlier = earlier();
    if (earlier != null) {
      site.reuse(earlier.backPort());
    }
    home = site.wayHome(options.port());
    var own = members.hasGateway() ? gateway(scripts, earlier) : null;
    var entry = members.start().engine() == null ? "127.0.0.1" : site.address();
    var workers =
        new Pilots(
            site.engine(cores),
            "strait-" + name(),
            members.workers().size(),
            members.workers().size() + members.spare().size(),
            scripts.worker(place, parent(own), entry),
            place,
            this::note);
    if (earlier != null) {
      workers.adopt(earlier.jobs(), earlier.submissions());
    }
    pilots = workers;
    if (own != null) {
      // Workers wait in a queue and start while the gateway does.
      workers.step(System.nanoTime());
      own.await(() -> ending);
      keep();
      if (members.gateway() != null) {
        members.gateway().complete("%s:%d".formatted(site.address(), own.port()));
      }
    }
  }

  /** The gateway, begun or found again. */
  private LoginProcess gateway(SiteScripts scripts, @Nullable SiteState earlier)
      throws IOException, InterruptedException {
    var own =
        new LoginProcess(
            site, "gateway", place, (from, port) -> scripts.gateway(place, from, port));
    if (gateway != null) {
      own.adopt(gateway.id(), gateway.port());
    } else if (earlier != null) {
      own.adopt(earlier.gateway(), earlier.gatewayPort());
    }
    gateway = own;
    own.begin(home);
    return own;
  }

  /** A name in each line. */
  private byte[] names() {
    var all = new ArrayList<>(members.workers());
    all.addAll(members.spare());
    return (String.join("\n", all) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** What a master that was killed has left, and still trusts this one; the rest is ended. */
  private @Nullable SiteState earlier() throws IOException, InterruptedException {
    var earlier = SiteState.read(options.folder(), name());
    if (earlier == null || earlier.authority().equals(authority)) {
      return earlier;
    }
    site.engine().cancel(earlier.jobs().keySet());
    endAll();
    SiteState.delete(options.folder(), name());
    return new SiteState(authority, 0, "", 0, Map.of(), earlier.submissions());
  }

  /** Where workers join. */
  private String parent(@Nullable LoginProcess own) throws IOException, InterruptedException {
    var where = members.gateway();
    if (where == null) {
      // Home is behind the connection, or this machine, which an engine calls by its name.
      return site.isHere() ? SiteScripts.ENTRY + ":" + options.port() : home;
    }
    if (own != null) {
      return SiteScripts.ENTRY + ":" + SiteScripts.portIn(own.portFile());
    }
    while (!ending) {
      try {
        return where.get(100, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Its gateway is not there yet.
      } catch (ExecutionException e) {
        throw new IOException("the gateway of %s is missing".formatted(members.cluster()), e);
      }
    }
    throw new InterruptedException();
  }

  /** Writes down what another master needs to find what runs here. */
  private void keep() throws IOException {
    var own = gateway;
    var workers = pilots;
    var state =
        new SiteState(
            authority,
            site.backPort(),
            own == null ? "" : own.id(),
            own == null ? 0 : own.port(),
            workers == null ? Map.of() : workers.standingJobs(),
            workers == null ? 0 : workers.submissions());
    if (!state.equals(kept)) {
      state.write(options.folder(), name());
      kept = state;
    }
  }

  private void watch() throws IOException, InterruptedException {
    String standing = "";
    boolean isAway = false;
    while (!ending) {
      try {
        step();
        var workers = pilots;
        if (workers != null && !standing.equals(workers.standing())) {
          standing = workers.standing();
          note(standing);
        }
        if (isAway) {
          isAway = false;
          trouble = "";
          note("%s can be reached again".formatted(site.shell().where()));
        }
      } catch (IOException e) {
        if (gateway != null && gateway.isGivenUp()) {
          throw e;
        }
        if (!isAway) {
          isAway = true;
          warn("%s; trying on".formatted(e.getMessage()));
        }
      }
      pause(PERIOD_NANOS);
    }
  }

  private void step() throws IOException, InterruptedException {
    var own = gateway;
    isMoved |= site.keepWayHome(options.port());
    options.data().renew(name());
    if (isMoved) {
      home = "127.0.0.1:" + site.backPort();
    }
    if (own != null && isMoved) {
      own.move(home);
      isMoved = false;
    } else if (own != null && !size.isOver() && own.keep(home)) {
      note("the gateway ended and is started again");
    }
    var workers = pilots;
    if (workers == null) {
      return;
    }
    long now = System.nanoTime();
    size.adjust(workers, now, this::note);
    workers.step(now);
    if (!workers.trouble().isEmpty()) {
      warn(workers.trouble());
    }
    lost = workers.isLost();
    keep();
  }

  private void end() throws IOException, InterruptedException {
    long until = System.nanoTime() + ENDING_NANOS;
    try {
      while (!place.isEmpty()) {
        try {
          leave();
          endAll();
          site.forget(place, SECRETS);
          SiteState.delete(options.folder(), name());
          return;
        } catch (ShellException e) {
          if (until - System.nanoTime() < 0) {
            forgetKeys();
            warn(
                "%s; what runs there leaves within an hour, or end it: %s"
                    .formatted(e.getMessage(), members.mend(pilots, options.folder())));
            return;
          }
          LockSupport.parkNanos(500_000_000);
        }
      }
    } finally {
      try {
        options.data().leave(name());
      } finally {
        site.close();
      }
    }
  }

  /** Where the engine does not answer, at least keys and the gateway go. */
  private void forgetKeys() throws InterruptedException {
    try {
      site.direct().sweep(place);
      site.forget(place, SECRETS);
    } catch (IOException e) {
      // The site is away as a whole.
    }
  }

  /** Lets those that were dismissed go, and ends the rest. */
  private void leave() throws IOException, InterruptedException {
    var workers = pilots;
    if (workers != null) {
      long until = System.nanoTime() + LEAVING_NANOS;
      while (!workers.areAllOver() && until - System.nanoTime() > 0) {
        LockSupport.parkNanos(300_000_000);
      }
      workers.cancel();
    }
  }

  /** Ends all that was ever started for this run here. */
  private void endAll() throws IOException, InterruptedException {
    Engine engine = site.engine();
    engine.sweep(place);
    site.direct().sweep(place);
  }
}

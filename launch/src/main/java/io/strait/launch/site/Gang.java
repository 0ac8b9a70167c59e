package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.Start;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Processes of one cluster, or of one host of it, as a job at its site. A thread looks after it.
 */
final class Gang {
  private static final long PERIOD_NANOS = 2_000_000_000L;

  /** How often a start is tried while the site cannot be reached, and the first pause. */
  private static final int MOST_STARTS = 6;

  private static final long FIRST_PAUSE_NANOS = 4_000_000_000L;

  /** How long the end is tried while the site or its engine cannot be reached. */
  private static final long ENDING_NANOS = 15_000_000_000L;

  private static final long SELDOM_NANOS = 10_000_000_000L;

  /** How long processes that are done may take to end before they are cancelled. */
  private static final long LEAVING_NANOS = 3_000_000_000L;

  /** What must not stay at a site after a run. */
  private static final List<String> SECRETS = List.of("certs", "token");

  private final String name;
  private final Start start;
  private final GangWork work;
  private final GangCrew.Options options;
  private final Consumer<String> failed;
  private final RemoteSite site;
  private final Engine engine;
  private volatile boolean ending;
  private volatile boolean leaving;
  private String strait = "";
  private String place = "";
  private String job = "";
  private long lastSaid;

  /**
   * @param host whose name stands for {@link Start#HOST}
   * @param failed is told why it has failed
   */
  Gang(
      String name,
      Start start,
      String host,
      GangWork work,
      GangCrew.Options options,
      Path sockets,
      Consumer<String> failed) {
    this.name = name;
    this.start = start;
    this.work = work;
    this.options = options;
    this.failed = failed;
    this.site = new RemoteSite(name, start, host, sockets);
    this.engine = work.engine(site);
  }

  /** The run is over; {@link #run} ends soon. */
  void end() {
    ending = true;
  }

  private void say(String line) {
    options.say().accept("%s: %s".formatted(name, line));
  }

  /** Tells people now and then how much of Strait has been sent. */
  private void sent(long bytes, long all) {
    long now = System.nanoTime();
    if (now - lastSaid > SELDOM_NANOS) {
      lastSaid = now;
      say("sending Strait, %.0f of %.0f MB".formatted(bytes / 1e6, all / 1e6));
    }
  }

  /** Starts everything, looks after it, and ends it. */
  void run() {
    try {
      try {
        land();
        begin();
      } finally {
        leaving = true;
        // What was interrupted is over; what follows must not be.
        boolean ignored = Thread.interrupted();
        leave();
      }
    } catch (IOException | RuntimeException e) {
      if (!ending) {
        failed.accept("%s: %s".formatted(name, e.getMessage()));
      }
    } catch (InterruptedException e) {
      // The run is over.
    }
  }

  /** Whether it ends what it has started. */
  boolean isLeaving() {
    return leaving;
  }

  /** Connects and brings there what is needed; a connection that breaks is made again. */
  private void land() throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        site.open();
        say("connected to %s, %s".formatted(site.shell().where(), site.machine()));
        strait = site.strait(options.launcher(), options.bundle(), this::sent);
        var files =
            new RunFiles(options.certificates(), options.launcher().classPath(), work.files());
        place = site.begin("%s-%s".formatted(options.run(), name), files);
        // Nobody leads what an earlier master of this run has left.
        engine.sweep(place);
        site.direct().sweep(place);
        return;
      } catch (ShellException e) {
        if (!e.mayPass() || tries >= MOST_STARTS || ending) {
          throw e;
        }
        say(e.getMessage() + "; trying again");
        pause(FIRST_PAUSE_NANOS << (tries - 1));
      }
    }
  }

  private void begin() throws IOException, InterruptedException {
    var relay = new LoginProcess(site, "relay", place, this::relay);
    var home = site.wayHome(options.port());
    int port = Integer.parseInt(home.substring(home.lastIndexOf(':') + 1));
    if (start.engine() != null) {
      relay.open(home, () -> ending);
      port = relay.port();
    }
    var entry = start.engine() == null ? "127.0.0.1" : site.address();
    job = engine.submit(work.job("strait-" + name, new GangWork.Place(place, strait, entry, port)));
    watch(relay);
  }

  private String home() {
    return "127.0.0.1:" + (site.isHere() ? options.port() : site.backPort());
  }

  /** Lets nodes reach home by a port of the login node; 0 for any. */
  private String relay(String home, int port) {
    return "cd %s && exec %s relay --listen 0.0.0.0:%d --to %s\n"
        .formatted(place, strait, port, home);
  }

  private void watch(LoginProcess relay) throws IOException, InterruptedException {
    long until = System.nanoTime() + options.patience().toNanos();
    String told = "";
    boolean isAway = false;
    boolean isMoved = false;
    while (!ending) {
      try {
        isMoved |= site.keepWayHome(options.port());
        if (start.engine() != null && isMoved) {
          relay.move(home());
          isMoved = false;
        } else if (start.engine() != null && relay.keep(home())) {
          say("the relay ended and is started again");
        }
        var copy = state();
        if (copy.state() == Engine.State.OVER) {
          ended(copy);
          return;
        }
        // That a job has begun may be seen late where a file says so.
        boolean isWaiting = copy.state() == Engine.State.WAITING && !work.hasBegun();
        if (isWaiting && System.nanoTime() - until > 0) {
          throw new ImpatientException(copy.reason());
        }
        var now = isWaiting ? queued(copy.reason()) : "running";
        if (!told.equals(now)) {
          told = now;
          say("%s %s".formatted(work.what(), now));
        }
        if (isAway) {
          isAway = false;
          say("%s can be reached again".formatted(site.shell().where()));
        }
      } catch (ImpatientException e) {
        failed.accept(
            "%s: its job is still %s after %s, and nothing has begun; wait longer with --patience TIME"
                .formatted(
                    name,
                    queued(e.reason),
                    Durations.rounded(1e-9 * options.patience().toNanos())));
        return;
      } catch (ShellException e) {
        if (!isAway) {
          isAway = true;
          say("%s; trying on".formatted(e.getMessage()));
        }
      }
      pause(PERIOD_NANOS);
    }
  }

  /** A job has waited for too long. */
  private static final class ImpatientException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    ImpatientException(String reason) {
      super(reason);
      this.reason = reason;
    }
  }

  private static String queued(String reason) {
    return reason.isEmpty() ? "queued" : "queued (%s)".formatted(reason);
  }

  /** What became of the job: while a part of it waits, it waits. */
  private Engine.Copy state() throws IOException, InterruptedException {
    return engine.states(List.of(job)).getOrDefault(job, Map.of()).values().stream()
        .min(Comparator.comparing(Engine.Copy::state))
        .orElse(new Engine.Copy(Engine.State.OVER, ""));
  }

  /**
   * Processes that are done may end before the run does; what they said tells whether they failed.
   */
  private void ended(Engine.Copy copy) throws IOException, InterruptedException {
    long until = System.nanoTime() + PERIOD_NANOS;
    while (!ending && until - System.nanoTime() > 0) {
      LockSupport.parkNanos(50_000_000);
    }
    if (!ending) {
      var printed =
          site.shell()
              .run(
                  // What Slurm says of a rank that failed comes after what the rank said.
                  "tail -qn 20 %1$s/strait-%2$s*.log 2>/dev/null | grep -v '^srun: ' || tail -qn 1 %1$s/strait-%2$s*.log 2>/dev/null"
                      .formatted(place, name),
                  Shell.Input.NONE,
                  RemoteSite.BRIEF);
      failed.accept(
          "%s: its job ended%s: %s; see strait-%s.0.log in %s of %s"
              .formatted(
                  name,
                  copy.reason().isEmpty() ? "" : " with " + copy.reason(),
                  printed.words().isEmpty() ? "it printed nothing" : printed.words(),
                  name,
                  place,
                  site.shell().where()));
    }
  }

  private void pause(long nanos) {
    long until = System.nanoTime() + nanos;
    while (!ending && until - System.nanoTime() > 0) {
      LockSupport.parkNanos(50_000_000);
    }
  }

  /** Lets processes that are done go, ends the rest, and removes secrets. */
  private void leave() throws IOException, InterruptedException {
    long until = System.nanoTime() + ENDING_NANOS;
    try {
      while (!place.isEmpty()) {
        try {
          dismiss();
          engine.sweep(place);
          forget();
          return;
        } catch (IOException e) {
          if (until - System.nanoTime() < 0) {
            say(
                "%s; what runs there may stay, end it there: job %s in %s"
                    .formatted(e.getMessage(), job.isEmpty() ? "strait-" + name : job, place));
            forget();
            return;
          }
          LockSupport.parkNanos(500_000_000);
        }
      }
    } finally {
      site.close();
    }
  }

  private void forget() throws IOException, InterruptedException {
    site.direct().sweep(place);
    site.forget(place, SECRETS);
  }

  private void dismiss() throws IOException, InterruptedException {
    if (!job.isEmpty()) {
      long until = System.nanoTime() + LEAVING_NANOS;
      while (state().state() == Engine.State.RUNNING && until - System.nanoTime() > 0) {
        LockSupport.parkNanos(300_000_000);
      }
      engine.cancel(List.of(job));
    }
  }
}

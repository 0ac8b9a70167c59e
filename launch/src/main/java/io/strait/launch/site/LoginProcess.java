package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import io.strait.launch.engine.Processes;
import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * A process on the shell's own machine of a site that opens a port for the nodes there and says
 * which: {@code listening on port 4711}. It dials home. One thread uses it.
 */
public final class LoginProcess {
  private static final Pattern LISTENING = Pattern.compile("listening on port ([0-9]+)");

  /** How long it may take to open its port: a busy login node is slow. */
  private static final Duration OPENING = Duration.ofMinutes(3);

  /** Between looks: a slow login node has other things to do. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  /** A gateway that ends within this has not worked. */
  private static final long SOON_NANOS = 30_000_000_000L;

  private static final int MOST_VAIN = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is run there. */
  public interface Script {
    /**
     * @param home where this machine is, for processes there
     * @param port to listen on; 0 for any
     */
    String of(String home, int port);
  }

  private final RemoteSite site;
  private final String name;
  private final Script script;
  private final String place;
  private String id = "";
  private int port;
  private long began;
  private int vain;

  /**
   * @param name for people and files
   * @param place the folder of the run there
   */
  public LoginProcess(RemoteSite site, String name, String place, Script script) {
    this.site = site;
    this.name = name;
    this.script = script;
    this.place = place;
  }

  /** Takes over the one that an earlier master started. */
  public void adopt(String earlier, int itsPort) {
    id = earlier;
    port = itsPort;
  }

  public String id() {
    return id;
  }

  /** Where it listens; 0 before it is known. */
  public int port() {
    return port;
  }

  /**
   * Starts it unless it runs, and waits until it listens.
   *
   * @param home where the master is, for processes there
   * @throws InterruptedException if the run ends meanwhile
   */
  public void open(String home, BooleanSupplier isEnding) throws IOException, InterruptedException {
    begin(home);
    await(isEnding);
  }

  /** Starts it unless it runs. */
  public void begin(String home) throws IOException, InterruptedException {
    if (id.isEmpty()) {
      forget();
      start(home);
    } else if (isOver()) {
      start(home);
    }
  }

  /**
   * Waits until it listens, and writes the port into {@link #portFile}.
   *
   * @throws InterruptedException if the run ends meanwhile
   */
  public void await(BooleanSupplier isEnding) throws IOException, InterruptedException {
    long until = System.nanoTime() + OPENING.toNanos();
    long pause = SHORTEST_PAUSE.toNanos();
    while (!isEnding.getAsBoolean() && until - System.nanoTime() > 0) {
      var text = log();
      var found = LISTENING.matcher(text);
      while (found.find()) {
        port = Integer.parseInt(found.group(1));
      }
      if (isOver()) {
        throw ended(text);
      }
      if (port > 0) {
        write("echo %d >".formatted(port));
        return;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(LONGEST_PAUSE.toNanos(), pause + pause / 8);
    }
    if (isEnding.getAsBoolean()) {
      throw new InterruptedException();
    }
    throw new ShellException(
        "%s: the %s did not open a port within %d s"
            .formatted(site.shell().where(), name, OPENING.toSeconds()));
  }

  /**
   * A file of the run's folder there: empty until the port is known, then the port. Who opens it
   * again sees what is new, over network file systems too.
   */
  public String portFile() {
    return name + ".port";
  }

  private void write(String words) throws IOException, InterruptedException {
    site.shell()
        .check("echo", "%s %s/%s".formatted(words, place, portFile()), Shell.Input.NONE, PATIENCE);
  }

  /** Ends what an earlier run of this name has left, and what it said of its port. */
  private void forget() throws IOException, InterruptedException {
    site.direct().sweep(place);
    write("rm -f %s/%s.0.log && : >".formatted(place, name));
  }

  private ShellException ended(String text) {
    return new ShellException(
        "%s: the %s ended: %s; see %s/%s.0.log there"
            .formatted(
                site.shell().where(), name, new Shell.Output(1, "", text).words(), place, name));
  }

  /** Starts it again if it has ended; what it had not delivered is in its spool. */
  public boolean keep(String home) throws IOException, InterruptedException {
    if (!isOver()) {
      return false;
    }
    vain = System.nanoTime() - began < SOON_NANOS ? vain + 1 : 0;
    if (vain >= MOST_VAIN) {
      throw ended(log());
    }
    start(home);
    return true;
  }

  /**
   * Lets it dial another port. It must not take leave: those that joined it would leave too, and
   * might wait long in the queue again.
   */
  public void move(String home) throws IOException, InterruptedException {
    new Processes(site.shell()).crash(id);
    start(home);
  }

  /** Whether it failed so often that it is given up. */
  public boolean isGivenUp() {
    return vain >= MOST_VAIN;
  }

  private void start(String home) throws IOException, InterruptedException {
    var text = script.of(home, port);
    id = site.direct().submit(new Engine.Job(name, List.of(0), text, place));
    began = System.nanoTime();
  }

  public void end() throws IOException, InterruptedException {
    if (!id.isEmpty()) {
      site.direct().cancel(List.of(id));
    }
  }

  private String log() throws IOException, InterruptedException {
    return site.shell()
        .check(
            "tail",
            "tail -n 100 %s/%s.0.log 2>/dev/null; true".formatted(place, name),
            Shell.Input.NONE,
            PATIENCE);
  }

  private boolean isOver() throws IOException, InterruptedException {
    var states = site.direct().states(List.of(id)).get(id);
    return states == null
        || states.values().stream().allMatch(copy -> copy.state() == Engine.State.OVER);
  }
}

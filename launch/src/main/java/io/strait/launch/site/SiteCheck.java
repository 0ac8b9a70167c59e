package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import io.strait.launch.engine.TimeLimit;
import io.strait.launch.shell.Shell;
import io.strait.launch.shell.SshShell;
import io.strait.model.Start;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tries a site before anything is spent: every finding is good, or says how to mend it. */
public final class SiteCheck {
  /** Commands that a site must have besides a POSIX shell. */
  private static final List<String> COMMANDS = List.of("tar", "gzip", "setsid", "sed", "cut");

  private static final double MOST_CLOCK_SECONDS = 60;
  private static final long LEAST_DISK = 500_000_000;
  private static final Duration BRIEF = RemoteSite.BRIEF;

  /**
   * Something that was tried.
   *
   * @param what {@code login}, {@code engine}, …
   * @param found what is there
   * @param mend what to do if it is not good; empty if it is
   */
  public record Finding(String what, String found, String mend) {
    public boolean isGood() {
      return mend.isEmpty();
    }
  }

  private final RemoteSite site;
  private final Start start;
  private final List<Finding> findings = new ArrayList<>();

  public SiteCheck(RemoteSite site, Start start) {
    this.site = site;
    this.start = start;
  }

  /** Tries everything, as far as it gets. */
  public List<Finding> run(Installer.Source bundle) throws InterruptedException {
    var trial = site.shell() instanceof SshShell ssh ? ssh.trial() : "sh -c true";
    if (!tried("login", this::login, "see that '%s' works".formatted(trial))) {
      return findings;
    }
    tried("commands", this::commands, "ask for it there");
    tried("disk", this::disk, "name another folder under start: {folder: …}");
    tried("clock", this::clock, "set the clocks by NTP: certificates hold for a time");
    tried("engine", this::engine, "name another engine or partition under start");
    tried("strait", () -> strait(bundle), "a JDK 25 for that machine is needed");
    tried("way home", this::wayHome, "let sshd there forward ports: AllowTcpForwarding yes");
    return findings;
  }

  private interface Step {
    /** What is there; null if it is not good, and the text before it says why. */
    String run() throws IOException, InterruptedException;
  }

  private boolean tried(String what, Step step, String mend) throws InterruptedException {
    try {
      findings.add(new Finding(what, step.run(), ""));
      return true;
    } catch (IOException e) {
      var words = String.valueOf(e.getMessage());
      // What would help is said once.
      var found = words.endsWith("; " + mend) ? words.substring(0, words.lastIndexOf("; ")) : words;
      findings.add(new Finding(what, found, mend));
      return false;
    }
  }

  private String login() throws IOException, InterruptedException {
    long began = System.nanoTime();
    site.open();
    long connected = System.nanoTime();
    site.shell().check("true", "true", Shell.Input.NONE, BRIEF);
    return "%s, %s; %.1f s, then %.2f s a command"
        .formatted(
            site.shell().where(),
            site.machine(),
            (connected - began) / 1e9,
            (System.nanoTime() - connected) / 1e9);
  }

  private String commands() throws IOException, InterruptedException {
    var missing =
        site.shell()
            .check(
                "command",
                "for c in %s; do command -v $c >/dev/null || echo $c; done"
                    .formatted(String.join(" ", COMMANDS)),
                Shell.Input.NONE,
                BRIEF)
            .strip();
    if (!missing.isEmpty()) {
      throw new IOException("no " + String.join(", ", missing.lines().toList()));
    }
    return String.join(", ", COMMANDS);
  }

  private String disk() throws IOException, InterruptedException {
    var words =
        site.shell()
            .check("df", "df -Pk %s | tail -1".formatted(site.folder()), Shell.Input.NONE, BRIEF)
            .strip()
            .split("\\s+", -1);
    long free = words.length > 3 ? Long.parseLong(words[3]) * 1024 : 0;
    var text = "%.1f GB free in %s".formatted(free / 1e9, site.folder());
    if (free < LEAST_DISK) {
      throw new IOException(text);
    }
    return text;
  }

  private String clock() throws IOException, InterruptedException {
    long before = System.currentTimeMillis();
    var there = site.shell().check("date", "date +%s", Shell.Input.NONE, BRIEF).strip();
    long after = System.currentTimeMillis();
    // Between the second that it said and the next, somewhere between both of ours.
    double least = Long.parseLong(there) - after / 1e3;
    double most = Long.parseLong(there) + 1 - before / 1e3;
    double off = least > 0 ? least : Math.min(0, most);
    var text = off == 0 ? "agrees" : String.format(Locale.ROOT, "%.0f s off", off);
    if (Math.abs(off) > MOST_CLOCK_SECONDS) {
      throw new IOException(text);
    }
    return text;
  }

  private String engine() throws IOException, InterruptedException {
    Engine engine = site.engine();
    var version = engine.version();
    if (start.engine() instanceof Start.Slurm slurm) {
      return version + "; " + partition(slurm);
    }
    return version;
  }

  /** What jobs would get; without a partition that is Slurm's default. */
  private String partition(Start.Slurm slurm) throws IOException, InterruptedException {
    var text =
        site.shell()
            .check(
                "sinfo",
                "sinfo -h %s -o '%%P %%a %%l %%D %%T'"
                    .formatted(slurm.partition().isEmpty() ? "" : "-p " + slurm.partition()),
                Shell.Input.NONE,
                BRIEF);
    return partition(slurm, text);
  }

  /**
   * What Slurm said.
   *
   * @param text partition, with a star if it is the default, availability, limit, number and state
   *     of nodes
   */
  static String partition(Start.Slurm slurm, String text) throws IOException {
    var name = slurm.partition();
    var lines =
        text.lines()
            .map(line -> line.strip().split("\\s+", -1))
            .filter(w -> w.length == 5 && (!name.isEmpty() || w[0].endsWith("*")))
            .toList();
    if (lines.isEmpty()) {
      throw new IOException(
          name.isEmpty()
              ? "it has no default partition: name one"
              : "there is no partition '%s'".formatted(name));
    }
    int idle = 0;
    int all = 0;
    for (var words : lines) {
      int count = Integer.parseInt(words[3]);
      all += count;
      idle += words[4].startsWith("idle") ? count : 0;
    }
    var first = lines.getFirst();
    var shown =
        "partition %s %s, %d of %d nodes idle, limit %s"
            .formatted(first[0].replace("*", ""), first[1], idle, all, first[2]);
    long limit = TimeLimit.seconds(first[2]);
    if (!first[1].equals("up")) {
      throw new IOException(shown);
    }
    if (limit > 0 && slurm.time().toSeconds() > limit) {
      throw new IOException(
          "%s: jobs of %d min would wait for ever".formatted(shown, slurm.time().toMinutes()));
    }
    return shown;
  }

  private String strait(Installer.Source bundle) throws IOException, InterruptedException {
    if (site.isHere()) {
      return "this one";
    }
    return new Installer(site).state(bundle);
  }

  private String wayHome() throws IOException, InterruptedException {
    if (site.isHere()) {
      return "is home";
    }
    try (var door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "through ssh: port %s there leads here".formatted(site.wayHome(door.getLocalPort()));
    }
  }
}

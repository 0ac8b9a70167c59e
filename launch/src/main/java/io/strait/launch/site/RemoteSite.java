package io.strait.launch.site;

import io.strait.launch.Launcher;
import io.strait.launch.engine.CommandEngine;
import io.strait.launch.engine.Engine;
import io.strait.launch.engine.Processes;
import io.strait.launch.engine.Slurm;
import io.strait.launch.shell.LocalShell;
import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.launch.shell.SshShell;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A place where processes are started: this machine, a login node, or a host. */
public final class RemoteSite implements AutoCloseable {
  /** A file that says that a folder is one of a run. */
  static final String MARK = ".strait-run";

  static final Duration BRIEF = Duration.ofSeconds(60);

  private final String name;
  private final Start start;
  private final Shell shell;
  private String folder = "";
  private String machine = "";
  private String address = "";
  private int backPort;
  private boolean isWayOpen = true;

  /**
   * @param name of the cluster or host, for people
   * @param host whose name stands for {@link Start#HOST}
   * @param sockets a private folder for connections
   */
  public RemoteSite(String name, Start start, String host, Path sockets) {
    this.name = name;
    this.start = start;
    var target = start.ssh().replace(Start.HOST, host);
    this.shell = target.isEmpty() ? new LocalShell() : new SshShell(target, sockets);
  }

  public String name() {
    return name;
  }

  public Shell shell() {
    return shell;
  }

  public boolean isHere() {
    return shell instanceof LocalShell;
  }

  /** Connects, and finds the folder there. */
  public void open() throws IOException, InterruptedException {
    shell.connect();
    var printed =
        shell.check(
            "mkdir",
            "cd && umask 077 && mkdir -p %s && cd %s && pwd -P && uname -sm && set -- $SSH_CONNECTION && echo ${3:-$(uname -n)}"
                .formatted(start.folder(), start.folder()),
            Shell.Input.NONE,
            BRIEF);
    var lines = printed.strip().lines().toList();
    folder = lines.getFirst();
    machine = lines.get(1).toLowerCase(Locale.ROOT);
    address = lines.getLast();
    if (!folder.matches("/[A-Za-z0-9_./+-]*")) {
      throw new IOException(
          "%s: the folder there is '%s', expected a path without blanks: name one under start"
              .formatted(shell.where(), folder));
    }
  }

  /** The absolute path of Strait's folder there. */
  public String folder() {
    return folder;
  }

  /** {@code linux x86_64}. */
  public String machine() {
    return machine;
  }

  /** Whether it has a Java that runs Strait. */
  boolean hasJava() throws IOException, InterruptedException {
    var script =
        "for j in \"$JAVA_HOME\" /usr/lib/jvm/* \"$(readlink -f \"$(command -v java || echo /)\" |"
            + " sed 's,/bin/java$,,')\"; do [ -x \"$j/bin/java\" ] && grep '^JAVA_VERSION=\"25'"
            + " \"$j/release\"; done; true";
    return !shell.check("java", script, Shell.Input.NONE, BRIEF).isBlank();
  }

  /** Where other machines of the site reach this one. */
  public String address() {
    return address.contains(":") ? "[%s]".formatted(address) : address;
  }

  /** What queues and places processes that use so many cores each. */
  public Engine engine(int cores) {
    if (start.engine() instanceof Start.Slurm slurm) {
      var args = new ArrayList<>(List.of("--cpus-per-task=" + cores));
      args.addAll(slurm.args());
      return new Slurm(shell, new Start.Slurm(slurm.partition(), slurm.time(), args));
    }
    return engine();
  }

  /** What queues and places processes; for gateways, which do not wait, see {@link #direct}. */
  public Engine engine() {
    return switch (start.engine()) {
      case Start.Slurm slurm -> new Slurm(shell, slurm);
      case Start.Commands commands -> new CommandEngine(shell, commands);
      case null -> direct();
    };
  }

  /** Starts processes on the shell's own machine. */
  public Engine direct() {
    return new Processes(shell);
  }

  /**
   * The words that begin a command of Strait there.
   *
   * @param bundle makes the archive that is installed where it is missing
   * @param progress gets to know how far that is
   */
  public String strait(Launcher launcher, Installer.Source bundle, Installer.Progress progress)
      throws IOException, InterruptedException {
    if (isHere()) {
      return launcher.command().stream().map(Shell::quote).collect(Collectors.joining(" "));
    }
    return new Installer(this).install(bundle, progress) + "/bin/strait";
  }

  /**
   * How processes there reach a port of this machine.
   *
   * @return an address for processes on the shell's own machine
   */
  public String wayHome(int port) throws IOException, InterruptedException {
    if (shell instanceof SshShell ssh) {
      ssh.connect();
      try {
        backPort = ssh.forward(backPort, port);
      } catch (ShellException e) {
        if (backPort == 0 || !ssh.isConnected()) {
          throw e;
        }
        // The end of an earlier connection may not have been noticed there, and holds the port.
        backPort = ssh.forward(0, port);
      }
      return "127.0.0.1:" + backPort;
    }
    return "127.0.0.1:" + port;
  }

  /** The port there that leads home; 0 if none does. */
  public int backPort() {
    return backPort;
  }

  /** Lets the port there that led to an earlier master lead to this one. */
  public void reuse(int port) {
    backPort = port;
  }

  /**
   * Opens the connection and the way home again if they were lost.
   *
   * @return whether the way is another now
   */
  public boolean keepWayHome(int port) throws IOException, InterruptedException {
    if (shell instanceof SshShell ssh && backPort > 0 && (!ssh.isConnected() || !isWayOpen)) {
      int before = backPort;
      isWayOpen = false;
      ssh.connect();
      wayHome(port);
      isWayOpen = true;
      return backPort != before;
    }
    return false;
  }

  /** Makes a folder for a run, private, and unpacks files into it. */
  public String begin(String run, Shell.Input files) throws IOException, InterruptedException {
    var place = folder + "/runs/" + run;
    shell.check(
        "tar",
        "umask 077 && mkdir -p %s && cd %s && : > %s && tar xf - && chmod -R go-rwx ."
            .formatted(place, place, MARK),
        files,
        Duration.ofMinutes(10));
    return place;
  }

  /** Removes what must not stay in the folder of a run; what was printed stays. */
  public void forget(String place, List<String> files) throws IOException, InterruptedException {
    shell.check(
        "rm",
        "cd %s && rm -rf %s".formatted(place, String.join(" ", files)),
        Shell.Input.NONE,
        BRIEF);
  }

  @Override
  public void close() throws IOException {
    shell.close();
  }
}

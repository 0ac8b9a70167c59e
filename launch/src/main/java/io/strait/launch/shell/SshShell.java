package io.strait.launch.shell;

import io.strait.model.text.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A shell on another machine by the system's {@code ssh}, with all that its configuration knows:
 * jumps, agents, Kerberos, second factors. One connection carries all commands, so people are asked
 * once. It ends with this process, however that ends; if it is lost, {@link #connect} makes a new
 * one, and meanwhile every command tries one of its own.
 */
public final class SshShell extends Shell {
  /** How to call ssh where the plain command does not do, such as {@code ssh -F my_config}. */
  public static final String VARIABLE = "STRAIT_SSH";

  private static final int NO_CONNECTION = 255;
  private static final int NAME_BYTES = 6;
  private static final Duration BRIEF = Duration.ofSeconds(20);

  /** How long a connection may take without people, and with somebody who types. */
  private static final Duration ALONE = Duration.ofSeconds(60);

  private static final Duration TYPING = Duration.ofMinutes(5);

  /** What the other side prints once it is there. */
  private static final String READY = "strait-is-connected";

  private final String target;
  private final Path folder;
  private final String socket;
  private volatile @Nullable Process connection;

  /** How many were made. Each has a socket of its own: one that was killed leaves its behind. */
  private volatile int connections;

  /**
   * @param target as ssh takes it; never begins with a dash
   * @param folder private to this user, with a short name: sockets allow 100 characters
   */
  public SshShell(String target, Path folder) {
    if (target.startsWith("-")) {
      throw new IllegalArgumentException(target);
    }
    this.target = target;
    this.folder = folder;
    this.socket = shortName(target);
  }

  /** A name that no other target has. What ssh itself offers is too long where paths are. */
  private static String shortName(String target) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(hash.digest(target.getBytes(StandardCharsets.UTF_8)), 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> ssh() {
    var words = System.getenv().getOrDefault(VARIABLE, "ssh").strip();
    return new ArrayList<>(Arrays.asList(words.split("\\s+", -1)));
  }

  private List<String> ssh(String... options) {
    var command = ssh();
    for (var setting :
        List.of(
            "ControlPath=%s/%s-%d".formatted(folder, socket, connections),
            "ControlPersist=no",
            "ServerAliveInterval=10",
            "ServerAliveCountMax=3",
            "ConnectTimeout=20")) {
      command.addAll(List.of("-o", setting));
    }
    command.addAll(List.of(options));
    return command;
  }

  @Override
  public String where() {
    return target;
  }

  private static boolean isAnybodyThere() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  /** Opens the connection; ssh asks on the terminal for what it needs. */
  @Override
  public synchronized void connect() throws IOException, InterruptedException {
    if (isConnected()) {
      return;
    }
    close();
    connections++;
    var command = ssh("-o", "ControlMaster=yes", "-T");
    if (!isAnybodyThere()) {
      command.addAll(List.of("-o", "BatchMode=yes"));
    }
    // The session lasts until this process ends or closes its end of the pipe.
    command.addAll(List.of("--", target, "echo %s; exec cat >/dev/null".formatted(READY)));
    var process = new ProcessBuilder(uninterrupted(command)).start();
    var said = collect(process.getErrorStream());
    var ready = new CompletableFuture<Boolean>();
    Thread.ofPlatform().daemon().start(() -> read(process, ready));
    var patience = isAnybodyThere() ? TYPING : ALONE;
    try {
      if (ready.get(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        connection = process;
        return;
      }
      // To be read before the process is destroyed: that closes what it said.
      var why = said.completeOnTimeout("", BRIEF.toMillis(), TimeUnit.MILLISECONDS).join();
      throw unreachable(why.isBlank() ? "ssh ended" : new Output(NO_CONNECTION, "", why).words());
    } catch (TimeoutException e) {
      throw unreachable("no answer within %d s".formatted(patience.toSeconds()));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      if (!process.equals(connection)) {
        process.destroyForcibly();
      }
    }
  }

  private ShellException unreachable(String why) {
    return new ShellException(
        "%s cannot be reached: %s; see that '%s' works".formatted(target, why, trial()), true);
  }

  /** What people may type to see whether it can be reached. */
  public String trial() {
    return "%s %s true".formatted(String.join(" ", ssh()), target);
  }

  /** Reads what the other side prints, first what its start files have to say. */
  private static void read(Process process, CompletableFuture<Boolean> ready) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.strip().endsWith(READY)) {
          ready.complete(true);
        }
      }
    } catch (IOException e) {
      // It has ended.
    }
    ready.complete(false);
  }

  /** Whether the connection stands, as far as ssh knows. */
  public boolean isConnected() {
    var process = connection;
    return process != null && process.isAlive();
  }

  /**
   * Lets a port there lead to one here.
   *
   * @param there 0 for any
   * @return the port there
   */
  public int forward(int there, int here) throws IOException, InterruptedException {
    var spec = "127.0.0.1:%d:127.0.0.1:%d".formatted(there, here);
    var command = ssh("-O", "forward", "-R", spec);
    command.addAll(List.of("--", target));
    var output = call(command, Input.NONE, BRIEF);
    var text = output.text().strip();
    if (output.code() != 0 && !isConnected()) {
      throw unreachable(output.words());
    }
    if (output.code() != 0 || (there == 0 && !text.matches("[0-9]+"))) {
      throw new ShellException(
          "%s does not forward a port to this machine: %s; ask for AllowTcpForwarding there"
              .formatted(target, Printable.line(output.words())));
    }
    return there == 0 ? Integer.parseInt(text) : there;
  }

  @Override
  protected List<String> command(String script) {
    var command = ssh("-o", "ControlMaster=no", "-o", "BatchMode=yes", "-T");
    command.addAll(List.of("--", target, "exec sh -c " + quote(script)));
    return command;
  }

  @Override
  protected String unreachable(Output output) {
    return output.code() == NO_CONNECTION
        ? "%s cannot be reached: %s"
            .formatted(
                target, output.words().isEmpty() ? "the connection was lost" : output.words())
        : "";
  }

  /** Ends the connection. */
  @Override
  public synchronized void close() throws IOException {
    var process = connection;
    connection = null;
    if (process == null) {
      return;
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroy();
      }
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}

package io.strait.kind.run;

import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks a running master what {@link Control} answers. */
public final class ControlClient {
  static final String FILE = "control.json";
  private static final Pattern PORT = Pattern.compile("\\d{1,5}");

  /** Times of a process's start may differ by this, since clocks are set now and then. */
  private static final Duration CLOCK_ERROR = Duration.ofMinutes(1);

  private ControlClient() {}

  /** A master may run, but not where it can be asked from here. */
  public static final class Unreachable extends IOException {
    private static final long serialVersionUID = 1;

    Unreachable(String message) {
      super(message);
    }
  }

  /**
   * Asks a running master.
   *
   * @return null if none runs
   * @throws InputException if the master says that this makes no sense
   * @throws Unreachable if this cannot be known from here
   */
  public static @Nullable String ask(RunFolder run, String what) throws IOException {
    var control = run.read(FILE);
    var port = control.getOrDefault("port", "");
    if (!PORT.matcher(port).matches() || Integer.parseInt(port) > 0xffff) {
      var file = run.path().resolve(FILE);
      if (Files.notExists(file)) {
        return null;
      }
      throw new InputException(
          "%s: its port is '%s', expected a number that a master wrote; delete the file if no master runs"
              .formatted(file, Printable.line(port, 40)));
    }
    var here = Whereabouts.here();
    var there = Whereabouts.read(control);
    // Elsewhere, this port may be anybody's, who must not learn the secret.
    boolean reaches = here.reachesPortsOf(there);
    @Nullable String answer = reaches ? call(control, what) : null;
    if (answer == null && !isGone(control, here, there)) {
      throw new Unreachable(
          reaches
              ? "the control port 127.0.0.1:%s of %s does not answer, but its process %s is there"
                  .formatted(control.get("port"), run.path(), control.get("pid"))
              : "the control port 127.0.0.1:%s of %s on host %s cannot be reached from here (%s); the run may go on: ask there"
                  .formatted(
                      control.get("port"), run.path(), place(there, here), place(here, there)));
    }
    return answer;
  }

  /** Whether the master that has a folder is known to have ended without taking leave. */
  public static boolean isGone(Path run) throws IOException {
    return isGone(word(run));
  }

  /** What the master that has a folder says of itself; empty if none has it. */
  public static Map<String, String> word(Path run) throws IOException {
    return RunFolder.read(run.resolve(FILE));
  }

  /** Whether a master that has said this of itself is known to have ended. */
  public static boolean isGone(Map<String, String> word) {
    return !word.isEmpty() && isGone(word, Whereabouts.here(), Whereabouts.read(word));
  }

  /** Whether the process is known to have ended. */
  private static boolean isGone(Map<String, String> control, Whereabouts here, Whereabouts there) {
    if (here.isAfterRestartOf(there)) {
      return true;
    }
    if (!here.seesProcessesOf(there)) {
      return false;
    }
    var pid = control.getOrDefault("pid", "");
    return !pid.matches("\\d{1,18}")
        || ProcessHandle.of(Long.parseLong(pid))
            .filter(ProcessHandle::isAlive)
            .filter(process -> !isCorpse(process.pid()))
            .filter(process -> began(process, control.getOrDefault("began", "")))
            .isEmpty();
  }

  /** Whether a process has ended, and its parent has not asked how; false where nobody knows. */
  private static boolean isCorpse(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a process began then; if not, its number was another's. */
  private static boolean began(ProcessHandle process, String then) {
    try {
      var time = Instant.parse(then);
      return process
          .info()
          .startInstant()
          .filter(began -> Duration.between(began, time).abs().compareTo(CLOCK_ERROR) < 0)
          .isPresent();
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /** The name of a host, with its network where that is what differs. */
  private static String place(Whereabouts one, Whereabouts other) {
    var name = one.host().isEmpty() ? "(unknown)" : one.host();
    return one.host().equals(other.host()) && !one.network().equals(other.network())
        ? "%s, %s".formatted(name, one.network())
        : name;
  }

  private static @Nullable String call(Map<String, String> control, String what)
      throws IOException {
    try (var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:%s/%s".formatted(control.get("port"), what)))
              .header("Authorization", "Bearer " + control.get("secret"))
              .timeout(Duration.ofSeconds(10))
              .build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 400) {
        throw new InputException(answer.body().strip());
      }
      if (answer.statusCode() != 200) {
        return null;
      }
      return answer.body();
    } catch (java.net.ConnectException | HttpTimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}

package io.strait.kind.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts command lines, each in a session of its own, so that whatever they start can be ended with
 * them.
 *
 * <p>A shell beside us is told which groups of processes there are, and when its input ends,
 * because we died, it kills all that are left. Java cannot signal a group either: the shell does
 * it, unless {@link Spawner} can. Processes that make a session of their own are found only while
 * their ancestors live. Without the program {@code setsid}, all are found in that way only.
 *
 * <p>Commands without input are started by {@link Spawner} where it can be had, and without a shell
 * where their line is made of {@link PlainWords}.
 */
public final class Sessions implements AutoCloseable {
  /** What the shell beside us does. */
  public static final String HELPER =
      """
      live=
      while read -r what group; do
        case $what in
          start) live="$live $group" ;;
          end|gone)
            [ $what = gone ] || kill -s KILL -- "-$group" 2>/dev/null
            rest=
            for one in $live; do [ "$one" = "$group" ] || rest="$rest $one"; done
            live=$rest
            [ $what = gone ] || echo ended ;;
        esac
      done
      for one in $live; do kill -s KILL -- "-$one" 2>/dev/null; done
      """;

  /** What a command reads that has no input. */
  public static final Redirect NO_INPUT = Redirect.from(new File("/dev/null"));

  /** Tasks need not join runs. */
  private static final String TOKEN = "STRAIT_TOKEN";

  private final @Nullable Spawner spawner = Spawner.here();
  private final @Nullable String setsid;
  private final @Nullable Process helper;
  private final @Nullable Writer orders;
  private final @Nullable BufferedReader answers;
  private final Set<Process> live = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public Sessions(System.Logger log) {
    setsid = find("setsid");
    @Nullable Process started = null;
    if (setsid == null) {
      log.log(System.Logger.Level.WARNING, "no setsid here: what tasks leave behind may live on");
    } else {
      try {
        started =
            new ProcessBuilder(setsid, "sh", "-c", HELPER).redirectError(Redirect.DISCARD).start();
      } catch (IOException e) {
        log.log(System.Logger.Level.WARNING, "no shell to end tasks with: " + e.getMessage());
      }
    }
    helper = started;
    orders = started == null ? null : started.outputWriter(StandardCharsets.US_ASCII);
    answers =
        started == null
            ? null
            : new BufferedReader(
                new InputStreamReader(started.getInputStream(), StandardCharsets.US_ASCII));
  }

  private static @Nullable String find(String program) {
    @Nullable String path = System.getenv("PATH");
    for (var folder : (path == null ? "/usr/bin:/bin" : path).split(File.pathSeparator, -1)) {
      var file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    return null;
  }

  /**
   * Starts a line for the shell.
   *
   * @param input where its standard input comes from; {@link #NO_INPUT} for none
   * @param merged whether both of its outputs are one
   */
  public Process start(
      String line, Path folder, Map<String, String> environment, Redirect input, boolean merged)
      throws IOException {
    @Nullable Process spawned =
        input.equals(NO_INPUT) ? spawn(line, folder, environment, merged) : null;
    var process = spawned == null ? fork(line, folder, environment, input, merged) : spawned;
    live.add(process);
    order("start", process, false);
    if (closed) {
      end(process);
      throw new IOException("the run is ending");
    }
    return process;
  }

  /** Starts a line without Java; null where that cannot be done. */
  private @Nullable Process spawn(
      String line, Path folder, Map<String, String> environment, boolean merged) {
    if (spawner == null || helper == null) {
      return null;
    }
    Spawner.@Nullable Started started = null;
    @Nullable List<String> words = PlainWords.of(line);
    if (words != null) {
      // A shell sets it, too.
      var more = new HashMap<>(environment);
      more.put("PWD", folder.toString());
      started = spawner.start(words, folder, more, TOKEN, merged);
    }
    if (started == null) {
      // It says what is wrong with a program that cannot be started.
      started = spawner.start(List.of("sh", "-c", line), folder, environment, TOKEN, merged);
    }
    return started == null ? null : new Spawned(spawner, started);
  }

  private Process fork(
      String line, Path folder, Map<String, String> environment, Redirect input, boolean merged)
      throws IOException {
    var words = new ArrayList<String>();
    if (helper != null && setsid != null) {
      words.add(setsid);
    }
    words.addAll(List.of("sh", "-c", line));
    var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectInput(input);
    builder.redirectErrorStream(merged).environment().putAll(environment);
    builder.environment().remove(TOKEN);
    return builder.start();
  }

  /** Ends a process and all that it started, and waits until it is gone. */
  public void end(Process process) {
    var others = process.isAlive() ? process.descendants().toList() : List.<ProcessHandle>of();
    if (process instanceof Spawned spawned) {
      spawned.killGroup();
    } else {
      order("end", process, true);
      kill(process);
    }
    others.forEach(ProcessHandle::destroyForcibly);
    boolean interrupted = false;
    while (true) {
      try {
        process.waitFor();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (live.remove(process) && process instanceof Spawned spawned) {
      order("gone", process, false); // before another group can have its number
      spawned.reap();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills a process alone. Java's own way would throw away what it printed and we did not read. */
  public static void kill(Process process) {
    if (process instanceof Spawned spawned) {
      spawned.destroyForcibly();
    } else {
      process.toHandle().destroyForcibly();
    }
  }

  private synchronized void order(String what, Process process, boolean answered) {
    if (orders == null || answers == null) {
      return;
    }
    try {
      orders.write(what + " " + process.pid() + "\n");
      orders.flush();
      if (answered) {
        answers.readLine();
      }
    } catch (IOException e) {
      // The helper is gone; what remains is to end the process itself and its descendants.
    }
  }

  @Override
  public void close() {
    closed = true;
    List.copyOf(live).forEach(this::end);
    if (helper != null && orders != null) {
      try {
        orders.close();
      } catch (IOException e) {
        helper.destroyForcibly();
      }
      try {
        helper.waitFor();
      } catch (InterruptedException e) {
        helper.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}

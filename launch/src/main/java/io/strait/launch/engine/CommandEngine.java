package io.strait.launch.engine;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An engine that is described by its commands: Grid Engine, PBS, LSF and others. Every copy of a
 * script is a job of its own; the id of ours lists theirs.
 */
public final class CommandEngine implements Engine {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A job is over if so many looks in a row did not find it. */
  private static final int MOST_MISSES = 3;

  private static final String ID = "[A-Za-z0-9._\\[\\]-]+";

  private final Shell shell;
  private final Start.Commands commands;
  private final Map<String, Integer> misses = new HashMap<>();

  public CommandEngine(Shell shell, Start.Commands commands) {
    this.shell = shell;
    this.commands = commands;
  }

  @Override
  public String version() {
    return commands.submit().strip().split("\\s+", 2)[0];
  }

  @Override
  public String submit(Job job) throws IOException, InterruptedException {
    var ids = new StringBuilder();
    try {
      for (int number : job.numbers()) {
        var file = "%s/%s.%d.sh".formatted(job.folder(), job.name(), number);
        var log = "%s/%s.%d.log".formatted(job.folder(), job.name(), number);
        var body =
            "#!/bin/sh\nset -- %d\nexec >> %s 2>&1 < /dev/null\ncd %s || exit 1\n%s"
                .formatted(number, log, job.folder(), job.script());
        var printed =
            shell.check(
                commands.submit(),
                "cd %s && umask 077 && cat > %s && chmod u+x %s || exit 1\n%s"
                    .formatted(job.folder(), file, file, command(job, file)),
                Shell.Input.of(body.getBytes(StandardCharsets.UTF_8)),
                PATIENCE);
        var words = printed.strip().split("\\s+", -1);
        var id = words[words.length - 1];
        if (!id.matches(ID)) {
          throw new ShellException(
              "%s: '%s' printed '%s', expected a job's id as its last word"
                  .formatted(shell.where(), commands.submit(), printed.strip()));
        }
        ids.append(ids.isEmpty() ? "" : " ").append(number).append('=').append(id);
      }
      return ids.toString();
    } catch (IOException e) {
      try {
        cancel(List.of(ids.toString()));
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  private String command(Job job, String file) {
    var gang = job.gang();
    return commands
        .submit()
        .replace("{script}", file)
        .replace("{tasks}", Integer.toString(Math.max(1, gang.tasks())))
        .replace("{nodes}", Integer.toString(Math.max(1, gang.nodes())));
  }

  /** The copies of a job: number and id of the engine. */
  private static Map<Integer, String> copies(String job) {
    var copies = new HashMap<Integer, String>();
    for (var copy : job.split(" ", -1)) {
      int at = copy.indexOf('=');
      if (at > 0) {
        copies.put(Integer.parseInt(copy.substring(0, at)), copy.substring(at + 1));
      }
    }
    return copies;
  }

  @Override
  public Map<String, Map<Integer, Copy>> states(Collection<String> ids)
      throws IOException, InterruptedException {
    var script = new StringBuilder();
    for (var id : ids) {
      copies(id)
          .forEach(
              (number, copy) ->
                  script.append(
                      "if %s >/dev/null 2>&1; then echo %s; fi\n"
                          .formatted(commands.status().replace("{id}", copy), copy)));
    }
    var alive = shell.check("status", script + "true", Shell.Input.NONE, PATIENCE).lines().toList();
    var all = new HashMap<String, Map<Integer, Copy>>();
    for (var id : ids) {
      var states = new HashMap<Integer, Copy>();
      copies(id)
          .forEach(
              (number, copy) ->
                  states.put(
                      number, new Copy(isAlive(copy, alive) ? State.RUNNING : State.OVER, "")));
      all.put(id, states);
    }
    return all;
  }

  /** An engine that does not answer for a moment has not lost its jobs. */
  private boolean isAlive(String copy, Collection<String> alive) {
    int missed = alive.contains(copy) ? 0 : misses.merge(copy, 1, Integer::sum);
    if (missed == 0) {
      misses.remove(copy);
    }
    return missed < MOST_MISSES;
  }

  @Override
  public void cancel(Collection<String> ids) throws IOException, InterruptedException {
    var script = new StringBuilder();
    for (var id : ids) {
      copies(id)
          .values()
          .forEach(
              copy ->
                  script.append(
                      "%s >/dev/null 2>&1\n".formatted(commands.cancel().replace("{id}", copy))));
    }
    shell.check("cancel", script + "true", Shell.Input.NONE, PATIENCE);
  }
}

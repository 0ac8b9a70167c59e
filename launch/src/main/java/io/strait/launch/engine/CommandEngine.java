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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An engine that is described by its commands: Grid Engine, PBS, LSF and others. Every copy of a
 * script is a job of its own; the id of ours says where its scripts are and lists theirs: {@code
 * FOLDER/NAME 0=17 1=18}.
 *
 * <p>Beside its script a copy has a file with its id ({@code .id}), so that it is found although
 * nobody heard of it, and a file that it makes when it begins ({@code .begun}): its engine need not
 * say what waits.
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
    var ours = job.folder() + "/" + job.name();
    var ids = new StringBuilder(ours);
    try {
      var earlier = copies(ours + " " + known(job.folder(), job.name() + "."));
      var alive = alive(earlier.values());
      for (int number : job.numbers()) {
        var before = earlier.getOrDefault(number, "");
        var id = alive.contains(before) ? before : submit(job, number);
        ids.append(' ').append(number).append('=').append(id);
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

  private String submit(Job job, int number) throws IOException, InterruptedException {
    var file = "%s/%s.%d".formatted(job.folder(), job.name(), number);
    var body =
        "#!/bin/sh\nset -- %d\nexec >> %s.log 2>&1 < /dev/null\n: > %s.begun\ncd %s || exit 1\n%s"
            .formatted(number, file, file, job.folder(), job.script());
    var printed =
        shell.check(
            commands.submit(),
            """
            cd %s && umask 077 && rm -f %s.begun && cat > %s.sh && chmod u+x %s.sh || exit 1
            said=$(%s
            ) || { code=$?; echo "$said"; exit $code; }
            echo "$said"
            for id in $said; do :; done
            echo "$id" > %s.id\
            """
                .formatted(job.folder(), file, file, file, command(job, file + ".sh"), file),
            Shell.Input.of(body.getBytes(StandardCharsets.UTF_8)),
            PATIENCE);
    var words = printed.strip().split("\\s+", -1);
    var id = words[words.length - 1];
    if (!id.matches(ID)) {
      throw new ShellException(
          "%s: '%s' printed '%s', expected a job's id as its last word"
              .formatted(shell.where(), commands.submit(), printed.strip()));
    }
    return id;
  }

  /** The copies that were submitted in a folder under names that begin so: {@code 0=17 1=18}. */
  private String known(String folder, String prefix) throws IOException, InterruptedException {
    var script =
        """
        cd %s && for file in %s*.id; do
          if [ -s "$file" ]; then number=${file%%.id}; echo "${number##*.}=$(cat "$file")"; fi
        done; true\
        """
            .formatted(folder, prefix);
    return shell
        .check("cat", script, Shell.Input.NONE, PATIENCE)
        .lines()
        .filter(line -> line.matches("[0-9]+=" + ID))
        .collect(Collectors.joining(" "));
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

  /** Where the scripts of a job are: folder and name. */
  private static String place(String job) {
    return job.split(" ", 2)[0];
  }

  /** Those that wait or run, as the engine says now. */
  private Set<String> alive(Collection<String> copies) throws IOException, InterruptedException {
    var script = new StringBuilder();
    for (var copy : copies) {
      script.append(
          "if %s >/dev/null 2>&1; then echo %s; fi\n"
              .formatted(commands.status().replace("{id}", copy), copy));
    }
    return copies.isEmpty() ? Set.of() : lines("status", script);
  }

  private Set<String> lines(String what, StringBuilder script)
      throws IOException, InterruptedException {
    return shell
        .check(what, script + "true", Shell.Input.NONE, PATIENCE)
        .lines()
        .collect(Collectors.toSet());
  }

  @Override
  public Map<String, Map<Integer, Copy>> states(Collection<String> ids)
      throws IOException, InterruptedException {
    var alive = alive(ids.stream().flatMap(id -> copies(id).values().stream()).toList());
    var marks = new StringBuilder();
    for (var id : ids) {
      for (int number : copies(id).keySet()) {
        marks.append("ls %s.%d.begun 2>/dev/null\n".formatted(place(id), number));
      }
    }
    var begun = alive.isEmpty() ? Set.<String>of() : lines("ls", marks);
    var all = new HashMap<String, Map<Integer, Copy>>();
    for (var id : ids) {
      var states = new HashMap<Integer, Copy>();
      copies(id)
          .forEach(
              (number, copy) -> {
                var mark = "%s.%d.begun".formatted(place(id), number);
                var state = begun.contains(mark) ? State.RUNNING : State.WAITING;
                states.put(number, new Copy(isAlive(copy, alive) ? state : State.OVER, ""));
              });
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
    cancelAll(ids.stream().flatMap(id -> copies(id).values().stream()).toList());
  }

  private void cancelAll(Collection<String> copies) throws IOException, InterruptedException {
    var script = new StringBuilder();
    copies.forEach(copy -> script.append(cancelling(copy)).append('\n'));
    if (!copies.isEmpty()) {
      shell.check("cancel", script + "true", Shell.Input.NONE, PATIENCE);
    }
  }

  private String cancelling(String copy) {
    return "%s >/dev/null 2>&1".formatted(commands.cancel().replace("{id}", copy));
  }

  @Override
  public void withdraw(String id, Collection<Integer> numbers)
      throws IOException, InterruptedException {
    var script = new StringBuilder();
    copies(id)
        .forEach(
            (number, copy) -> {
              if (numbers.contains(number)) {
                script.append(
                    "if [ ! -e %s.%d.begun ]; then %s; fi\n"
                        .formatted(place(id), number, cancelling(copy)));
              }
            });
    shell.check("cancel", script + "true", Shell.Input.NONE, PATIENCE);
  }

  @Override
  public void sweep(String folder) throws IOException, InterruptedException {
    var copies =
        Stream.of(known(folder, "").split(" ", -1)).map(c -> c.substring(c.indexOf('=') + 1));
    cancelAll(alive(copies.filter(copy -> !copy.isEmpty()).toList()));
    shell.check("rm", "rm -f %s/*.id".formatted(folder), Shell.Input.NONE, PATIENCE);
  }
}

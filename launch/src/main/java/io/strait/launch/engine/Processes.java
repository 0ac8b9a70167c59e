package io.strait.launch.engine;

import io.strait.launch.shell.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * No engine: processes of the shell's own machine, in the background, in sessions of their own. A
 * process is known again by its number and by when it began, so that a later one with the same
 * number is never taken for it.
 */
public final class Processes implements Engine {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * When a process began, in ticks; prints nothing if there is none. A process that is over before
   * anybody looks began at 0, which none does.
   */
  private static final String BEGAN =
      "began() { sed 's/.*) //' /proc/$1/stat 2>/dev/null | cut -d' ' -f20; }\n";

  /** The file that says which processes were started. */
  private static final String IDS = ".ids";

  private final Shell shell;

  public Processes(Shell shell) {
    this.shell = shell;
  }

  @Override
  public String version() {
    return "processes";
  }

  @Override
  public String submit(Job job) throws IOException, InterruptedException {
    var file = job.folder() + "/" + job.name() + ".sh";
    var script = new StringBuilder(BEGAN);
    script.append("cd %s && umask 077 && cat > %s || exit 1\n".formatted(job.folder(), file));
    var ids = job.name() + IDS;
    script.append("touch %s\n".formatted(ids));
    for (int number : job.numbers()) {
      script.append(
          """
          old=$(sed -n 's/^%d=//p' %s | tail -n 1)
          if [ -n "$old" ] && [ "$(began ${old%%=*})" = "${old#*=}" ]; then echo "%d=$old"; else
          setsid sh %s %d >> %s.%d.log 2>&1 < /dev/null &
          at=$(began $!)
          echo %d=$!=${at:-0} | tee -a %s
          fi
          """
              .formatted(number, ids, number, file, number, job.name(), number, number, ids));
    }
    var printed =
        shell.check(
            "start",
            script.toString(),
            Shell.Input.of(job.script().getBytes(StandardCharsets.UTF_8)),
            PATIENCE);
    return String.join(" ", printed.strip().lines().toList());
  }

  @Override
  public Map<String, Map<Integer, Copy>> states(Collection<String> ids)
      throws IOException, InterruptedException {
    var script = new StringBuilder(BEGAN);
    for (var id : ids) {
      for (var copy : id.split(" ", -1)) {
        var words = copy.split("=", -1);
        script.append(
            "[ \"$(began %s)\" = '%s' ] && echo '%s'\n".formatted(words[1], words[2], copy));
      }
    }
    var alive = shell.check("ps", script + "true", Shell.Input.NONE, PATIENCE).lines().toList();
    var all = new HashMap<String, Map<Integer, Copy>>();
    for (var id : ids) {
      var states = new HashMap<Integer, Copy>();
      for (var copy : id.split(" ", -1)) {
        states.put(
            Integer.parseInt(copy.substring(0, copy.indexOf('='))),
            new Copy(alive.contains(copy) ? State.RUNNING : State.OVER, ""));
      }
      all.put(id, states);
    }
    return all;
  }

  /** Asks the processes to end, and ends those that do not within 5 s. */
  @Override
  public void cancel(Collection<String> ids) throws IOException, InterruptedException {
    var each = new StringBuilder();
    for (var id : ids) {
      for (var copy : id.split(" ", -1)) {
        var words = copy.split("=", -1);
        each.append(" %s:%s".formatted(words[1], words[2]));
      }
    }
    end("all='%s'\n".formatted(each.toString().strip()));
  }

  /** Ends processes at once, as a crash would: they cannot take leave of anybody. */
  public void crash(String id) throws IOException, InterruptedException {
    var script = new StringBuilder(BEGAN);
    for (var copy : id.split(" ", -1)) {
      var words = copy.split("=", -1);
      script.append(
          "[ \"$(began %s)\" = '%s' ] && kill -KILL -%s\n".formatted(words[1], words[2], words[1]));
    }
    shell.check("kill", script + "true", Shell.Input.NONE, PATIENCE);
  }

  @Override
  public void sweep(String folder) throws IOException, InterruptedException {
    end(
        "all=$(cd %s && sed -n 's/^[0-9]*=\\([0-9]*\\)=\\([0-9]*\\)$/\\1:\\2/p' *%s 2>/dev/null)\n"
            .formatted(folder, IDS));
  }

  /** Ends processes: a line of the script lists them as PID:BEGAN. */
  private void end(String list) throws IOException, InterruptedException {
    var script = new StringBuilder(BEGAN);
    script.append("is() { [ \"$(began $1)\" = \"$2\" ]; }\n");
    script.append(list);
    script.append(
        "for c in $all; do is ${c%:*} ${c#*:} && kill -TERM -${c%:*}; done 2>/dev/null\n");
    script.append("for i in 1 2 3 4 5 6 7 8 9 10; do left=\n");
    script.append("for c in $all; do is ${c%:*} ${c#*:} && left=1; done\n");
    script.append("[ -z \"$left\" ] && exit 0; sleep 0.5 2>/dev/null || sleep 1; done\n");
    script.append(
        "for c in $all; do is ${c%:*} ${c#*:} && kill -KILL -${c%:*}; done 2>/dev/null\ntrue");
    shell.check("kill", script.toString(), Shell.Input.NONE, PATIENCE);
  }
}

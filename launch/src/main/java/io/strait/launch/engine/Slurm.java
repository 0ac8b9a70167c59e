package io.strait.launch.engine;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.Start;
import io.strait.model.text.Printable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Slurm, by its commands: a job is an array. */
public final class Slurm implements Engine {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Shell shell;
  private final Start.Slurm settings;

  public Slurm(Shell shell, Start.Slurm settings) {
    this.shell = shell;
    this.settings = settings;
  }

  @Override
  public String version() throws IOException, InterruptedException {
    return shell.check("sinfo", "sinfo --version", Shell.Input.NONE, PATIENCE).strip();
  }

  @Override
  public String submit(Job job) throws IOException, InterruptedException {
    var file = job.folder() + "/" + job.name() + ".sh";
    // A working folder that does not exist would make a job end well without having begun.
    var script =
        "cd %s && umask 077 && cat > %s || exit 1; %s; if [ -n \"$old\" ]; then echo $old; else %s; fi"
            .formatted(
                job.folder(),
                file,
                "old=$(%s | head -n 1)"
                    .formatted(jobsIn(job.folder(), "-t PD,CF,R,S -n " + job.name())),
                String.join(" ", sbatch(job, file)));
    var body = "#!/bin/sh\nset -- \"${SLURM_ARRAY_TASK_ID:-0}\"\n" + job.script();
    var printed =
        shell.check(
            "sbatch",
            script,
            Shell.Input.of(body.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
            PATIENCE);
    // ID, or ID;CLUSTER; a site's own script around sbatch may print more.
    return printed
        .strip()
        .lines()
        .map(line -> line.split(";", -1)[0].strip())
        .filter(word -> word.matches("[0-9]+"))
        .reduce((before, last) -> last)
        .orElseThrow(
            () ->
                new ShellException(
                    "%s: sbatch printed '%s', expected a job's number"
                        .formatted(shell.where(), Printable.line(printed.strip(), 80))));
  }

  /** A command that prints the numbers of this user's jobs in a folder. */
  private static String jobsIn(String folder, String options) {
    return "squeue -h -u \"$(id -un)\" %s -o '%%F %%Z' 2>/dev/null | sed -n 's| %s$||p' | sort -u"
        .formatted(options, folder);
  }

  private List<String> sbatch(Job job, String file) {
    var words = new ArrayList<>(List.of("sbatch", "--parsable"));
    words.add("--job-name=" + job.name());
    boolean isGang = job.gang().tasks() > 0;
    if (isGang) {
      words.add("--ntasks=" + job.gang().tasks());
      words.add("--nodes=" + job.gang().nodes());
    } else {
      words.add("--array=" + ranges(job.numbers()));
    }
    words.add("--chdir=" + job.folder());
    words.add("--output=" + job.folder() + "/" + job.name() + (isGang ? ".0.log" : ".%a.log"));
    words.add("--open-mode=append");
    words.add("--no-requeue");
    if (!settings.partition().isEmpty()) {
      words.add("--partition=" + settings.partition());
    }
    if (!settings.time().isZero()) {
      words.add("--time=" + Math.max(1, Math.ceilDiv(settings.time().toSeconds(), 60)));
    }
    settings.args().forEach(arg -> words.add(Shell.quote(arg)));
    words.add(file);
    return words;
  }

  /** {@code 0-3,7}. */
  static String ranges(List<Integer> numbers) {
    var ranges = new ArrayList<String>();
    var sorted = numbers.stream().sorted().distinct().toList();
    for (int i = 0; i < sorted.size(); ) {
      int end = i;
      while (end + 1 < sorted.size() && sorted.get(end + 1) == sorted.get(end) + 1) {
        end++;
      }
      ranges.add(i == end ? "" + sorted.get(i) : sorted.get(i) + "-" + sorted.get(end));
      i = end + 1;
    }
    return String.join(",", ranges);
  }

  @Override
  public Map<String, Map<Integer, Copy>> states(Collection<String> ids)
      throws IOException, InterruptedException {
    if (ids.isEmpty()) {
      return Map.of();
    }
    var output =
        shell.run(
            "squeue -h -r -t all -o '%F %K %T %r' -j " + String.join(",", ids),
            Shell.Input.NONE,
            PATIENCE);
    // A job that Slurm has forgotten is an invalid one; then it lists none of them.
    if (output.code() != 0 && output.said().contains("Invalid job id")) {
      return ids.size() == 1 ? Map.of() : oneByOne(ids);
    }
    if (output.code() != 0) {
      throw new ShellException("%s: squeue: %s".formatted(shell.where(), output.words()));
    }
    return SlurmStates.of(output.text());
  }

  private Map<String, Map<Integer, Copy>> oneByOne(Collection<String> ids)
      throws IOException, InterruptedException {
    var all = new java.util.HashMap<String, Map<Integer, Copy>>();
    for (var id : ids) {
      all.putAll(states(List.of(id)));
    }
    return all;
  }

  @Override
  public void withdraw(String id, Collection<Integer> numbers)
      throws IOException, InterruptedException {
    var list = numbers.stream().map(n -> id + "_" + n).collect(Collectors.joining(" "));
    scancel("--state=PENDING " + list);
  }

  @Override
  public void cancel(Collection<String> ids) throws IOException, InterruptedException {
    if (!ids.isEmpty()) {
      scancel(String.join(" ", ids));
    }
  }

  private void scancel(String words) throws IOException, InterruptedException {
    var output = shell.run("scancel -Q " + words, Shell.Input.NONE, PATIENCE);
    if (output.code() != 0 && !output.said().contains("Invalid job id")) {
      throw new ShellException("%s: scancel: %s".formatted(shell.where(), output.words()));
    }
  }

  /** Ends them, and waits until Slurm says so. */
  @Override
  public void sweep(String folder) throws IOException, InterruptedException {
    var script =
        """
        squeue -h -o %%F -u "$(id -un)" >/dev/null || exit 1
        jobs() { %s; }
        all=$(jobs)
        [ -z "$all" ] || scancel -Q $all
        for i in 1 2 3 4 5 6 7 8; do [ -z "$(jobs)" ] && exit 0; sleep 0.5 2>/dev/null || sleep 1; done
        """
            .formatted(jobsIn(folder, ""));
    shell.check("scancel", script, Shell.Input.NONE, PATIENCE);
  }
}

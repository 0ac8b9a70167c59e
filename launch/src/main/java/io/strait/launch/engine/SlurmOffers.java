package io.strait.launch.engine;

import io.strait.launch.shell.Shell;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the partitions of a Slurm cluster offer now. */
public final class SlurmOffers {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private SlurmOffers() {}

  /**
   * Asks Slurm.
   *
   * @param partition empty for all
   */
  public static List<Offer> ask(Shell shell, String partition)
      throws IOException, InterruptedException {
    var only = partition.isEmpty() ? "" : " -p " + partition;
    var nodes =
        shell.check(
            "sinfo",
            "sinfo -h%s -o '%%P %%l %%D %%T %%c %%C'".formatted(only),
            Shell.Input.NONE,
            PATIENCE);
    var jobs =
        shell.check(
            "squeue", "squeue -h -r -t PD%s -o %%P".formatted(only), Shell.Input.NONE, PATIENCE);
    return of(nodes, jobs);
  }

  /**
   * What was printed.
   *
   * @param nodes partition, limit, number, state and cores of nodes, and their cores as
   *     allocated/idle/other/total
   * @param jobs the partition of each job that waits
   */
  static List<Offer> of(String nodes, String jobs) {
    var waiting = new LinkedHashMap<String, Integer>();
    jobs.lines().forEach(line -> waiting.merge(line.strip(), 1, Integer::sum));
    Map<String, Offer> offers = new LinkedHashMap<>();
    for (var line : nodes.lines().toList()) {
      var words = line.strip().split("\\s+", -1);
      if (words.length == 6
          && words[2].matches("[0-9]+")
          && words[5].matches("[0-9]+/[0-9]+/[0-9]+/[0-9]+")) {
        var name = words[0].replace("*", "");
        int count = Integer.parseInt(words[2]);
        // Cores differ within a line as 16+.
        int cores = Integer.parseInt(words[4].replaceAll("[^0-9]", ""));
        offers.merge(
            name,
            new Offer(
                name,
                words[0].endsWith("*"),
                count,
                words[3].equals("idle") ? count : 0,
                cores,
                Integer.parseInt(words[5].split("/", -1)[1]),
                words[1],
                waiting.getOrDefault(name, 0)),
            SlurmOffers::sum);
      }
    }
    return List.copyOf(offers.values());
  }

  private static Offer sum(Offer one, Offer other) {
    return new Offer(
        one.what(),
        one.isDefault(),
        one.nodes() + other.nodes(),
        one.idle() + other.idle(),
        Math.min(one.cores(), other.cores()),
        one.idleCores() + other.idleCores(),
        one.limit(),
        one.waiting());
  }
}

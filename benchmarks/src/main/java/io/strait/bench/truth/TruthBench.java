package io.strait.bench.truth;

import io.strait.lab.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Random cases as users may write them: what the plan promises, what the rehearsal says, what is
 * measured. Writes {@code truth.tsv} and a page beside it.
 *
 * <ul>
 *   <li>{@code ./bench truth}: 200 of each kind, a tenth of them in labs where labs can be
 *   <li>{@code ./bench truth --cases 20 --first 7 farm stencil}: so many of these kinds
 *   <li>{@code ./bench truth --of one.tsv other.tsv}: figures and page of cases that were run
 *       before
 *   <li>{@code ./bench truth --compare before/truth.tsv after/truth.tsv}: what has changed
 * </ul>
 */
public final class TruthBench {
  /** One case of so many is run in a lab too; the next one, if it is too short for that. */
  private static final int IN_LAB = 10;

  private TruthBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    if (args.length == 3 && args[0].equals("--compare")) {
      System.out.print(Comparison.of(read(Path.of(args[1])), read(Path.of(args[2]))));
      return;
    }
    var folder = Files.createDirectories(Path.of("benchmarks", "target", "truth"));
    if (args.length > 1 && args[0].equals("--of")) {
      var before = new ArrayList<Outcome>();
      for (int i = 1; i < args.length; i++) {
        before.addAll(read(Path.of(args[i])));
      }
      show(before, folder);
      return;
    }
    int cases = 200;
    int first = 1;
    var kinds = new ArrayList<Case.Kind>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--cases" -> cases = number(args, ++i);
        case "--first" -> first = number(args, ++i);
        default -> kinds.add(kind(args[i]));
      }
    }
    if (kinds.isEmpty()) {
      kinds.addAll(Arrays.asList(Case.Kind.values()));
    }
    var classes = Path.of("benchmarks", "target", "classes").toString();
    var outcomes = new ArrayList<Outcome>();
    @Nullable String noLab = Needs.missing();
    if (noLab != null) {
      System.err.println("no case is run in a lab: " + noLab);
    }
    var here = new Trial(folder, classes, false);
    var lab = new Trial(folder, classes, true);
    for (var kind : kinds) {
      int owed = 0;
      for (int seed = first; seed < first + cases; seed++) {
        var one = kind.draw(seed);
        var outcome = here.run(one);
        add(outcomes, outcome, folder);
        owed += seed % IN_LAB == 0 && noLab == null ? 1 : 0;
        if (owed > 0 && outcome.isMeasured()) {
          if (Trial.isForLab(one, outcome)) {
            add(outcomes, lab.runInLab(one, outcome), folder);
            owed--;
          } else {
            System.err.println("%s is too short for a lab".formatted(one.name()));
          }
        }
      }
    }
    show(outcomes, folder);
  }

  private static int number(String[] args, int at) {
    if (at < args.length && args[at].matches("[1-9][0-9]{0,8}")) {
      return Integer.parseInt(args[at]);
    }
    throw refused(
        "%s takes a number of 1 or more%s"
            .formatted(args[at - 1], at < args.length ? ", not '%s'".formatted(args[at]) : ""));
  }

  private static Case.Kind kind(String word) {
    for (var kind : Case.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
        return kind;
      }
    }
    throw refused("'%s'".formatted(word));
  }

  /** Says what would be right, and ends. */
  private static IllegalArgumentException refused(String why) {
    System.err.println(
        "bench: %s; expected [--cases N] [--first N] [farm] [stencil] [realign] [program], --of FILE ..., or --compare FILE FILE"
            .formatted(why));
    System.exit(2);
    return new IllegalArgumentException(why);
  }

  private static void show(List<Outcome> outcomes, Path folder) throws IOException {
    write(folder, outcomes);
    System.out.print(Figures.text(outcomes));
    System.out.println("the page: " + folder.resolve("truth.html"));
  }

  private static void add(List<Outcome> outcomes, Outcome outcome, Path folder) throws IOException {
    outcomes.add(outcome);
    System.err.println(Figures.line(outcome));
    write(folder, outcomes);
  }

  private static void write(Path folder, List<Outcome> outcomes) throws IOException {
    Files.write(folder.resolve("truth.tsv"), outcomes.stream().map(Outcome::line).toList());
    Files.writeString(folder.resolve("truth.html"), Figures.page(outcomes));
  }

  private static List<Outcome> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(Outcome::of).toList();
  }
}

package io.strait.bench.truth;

import static io.strait.bench.Summary.inner;
import static io.strait.bench.Summary.items;
import static io.strait.bench.Summary.number;
import static io.strait.bench.Summary.text;

import io.strait.bench.Command;
import io.strait.bench.Processor;
import io.strait.bench.Summary;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Plans, rehearses and runs a case by the command line, as its user would. */
final class Trial {
  /** Seconds that a run may take beyond three times what it should. */
  private static final int PATIENCE = 120;

  /** In a lab, where runs that are as slow as life do not say how long they should take. */
  private static final int PATIENCE_IN_LAB = 400;

  /** How often a case is tried again, and how much more slowly. */
  private static final int AGAIN = 1;

  /** The share of this machine that others may take while a case runs. */
  private static final double MOST_TAKEN = 0.1;

  private static final double SLOWER = 3;

  /** Seconds of a run in a lab as slow as life; processes cannot show what is over much sooner. */
  private static final double SHORTEST_LIFE = 20;

  private static final double LONGEST_LIFE = 40;

  /**
   * Seconds of a run in a lab below which starts, barriers and slow starts of TCP are most of it.
   */
  private static final double BRIEFEST = 5;

  /**
   * How many times slower than life a lab is at most: ranks have to join over its networks, too.
   */
  private static final double SLOWEST = 20;

  /** Seconds of latency of all links together in such a lab. */
  private static final double FARTHEST = 1;

  private static final Pattern LATENCY = Pattern.compile("latency: ([0-9.e+-]+) ms");

  private final Path folder;
  private final String classpath;
  private final boolean inLab;

  /**
   * @param folder gets the files of the cases
   * @param classpath where tasks are found
   */
  Trial(Path folder, String classpath, boolean inLab) {
    this.folder = folder;
    this.classpath = classpath;
    this.inLab = inLab;
  }

  /** A case that this machine is too slow for is tried again, emulated more slowly. */
  Outcome run(Case one) throws IOException, InterruptedException {
    var outcome = once(one);
    for (int i = 0; i < AGAIN && outcome.tooSlow(); i++) {
      one = one.with(slower(one.options()));
      outcome = once(one);
    }
    return outcome;
  }

  private static List<String> slower(List<String> options) {
    var slower = new ArrayList<>(options);
    int at = slower.indexOf("--duration") + 1;
    if (at > 0) {
      slower.set(at, "%.0fs".formatted(SLOWER * seconds(options)));
    }
    at = slower.indexOf("--time-scale") + 1;
    if (at > 0) {
      slower.set(at, "%.3g".formatted(Double.parseDouble(slower.get(at)) / SLOWER));
    }
    return slower;
  }

  /** Seconds that a run is to take; 0 if its options do not say. */
  private static long seconds(List<String> options) {
    int at = options.indexOf("--duration") + 1;
    return at == 0 ? 0 : Long.parseLong(options.get(at).replace("s", ""));
  }

  /**
   * A case that was measured here, in a lab: as slowly as in life, or in 40 seconds, unless its
   * networks were too slow then to join over.
   *
   * @param here what came of it without a lab
   */
  Outcome runInLab(Case one, Outcome here) throws IOException, InterruptedException {
    var options = new ArrayList<>(one.options());
    options.removeIf(word -> word.equals("--duration") || word.matches("[0-9]+s"));
    double slower = slower(here);
    double most = mostSlower(one);
    options.addAll(
        slower == 1 || slower > most
            ? List.of("--time-scale", "%.3g".formatted(1 / Math.min(slower, most)))
            : List.of("--duration", "%.0fs".formatted(LONGEST_LIFE)));
    return run(one.with(options));
  }

  /**
   * Whether a case lasts long enough in a lab for its processes to show it.
   *
   * @param here what came of it without a lab
   */
  static boolean isForLab(Case one, Outcome here) {
    return here.life() * Math.min(slower(here), mostSlower(one)) >= BRIEFEST;
  }

  /** How many times slower than life a lab should be. */
  private static double slower(Outcome here) {
    return here.life() >= SHORTEST_LIFE && here.life() <= LONGEST_LIFE
        ? 1
        : LONGEST_LIFE / here.life();
  }

  private static double mostSlower(Case one) {
    return Math.clamp(FARTHEST / latencies(one.grid()), 1, SLOWEST);
  }

  /** Seconds of latency of all networks of a grid together. */
  private static double latencies(String grid) {
    return LATENCY.matcher(grid).results().mapToDouble(m -> Double.parseDouble(m.group(1))).sum()
        / 1e3;
  }

  private Outcome once(Case one) throws IOException, InterruptedException {
    var name = one.name() + (inLab ? "-lab" : "");
    var place = Files.createDirectories(folder.resolve(name));
    Files.writeString(place.resolve("grid.yaml"), one.grid());
    Files.writeString(place.resolve("app.yaml"), one.app());
    var command =
        new ArrayList<>(
            List.of(
                "./strait",
                "run",
                place.resolve("grid.yaml").toString(),
                place.resolve("app.yaml").toString()));
    command.addAll(one.options());
    if (one.kind() == Case.Kind.FARM || one.kind() == Case.Kind.PROGRAM) {
      command.addAll(List.of("--classpath", classpath));
    }
    if (inLab) {
      command.add("--lab");
    }
    var repeat = String.join(" ", command);
    Command.call(List.of("rm", "-rf", place.resolve("run").toString()));
    command.addAll(
        List.of("--format", "json", "--quiet", "--folder", place.resolve("run").toString()));
    var said = place.resolve("said.txt");
    var printed = place.resolve("summary.json");
    var before = Processor.Ticks.now();
    var process = Command.start(command, printed, said);
    long most = (inLab ? PATIENCE_IN_LAB : PATIENCE) + 3 * seconds(one.options());
    boolean ended = process.waitFor(most, TimeUnit.SECONDS);
    if (!ended) {
      process.destroy();
      process.waitFor();
    }
    var words = Files.readString(said);
    if (!ended || process.exitValue() != 0) {
      var last = words.lines().filter(line -> line.startsWith("strait: ")).reduce((a, b) -> b);
      var why = ended ? last.orElse("exit " + process.exitValue()) : "hangs";
      double none = Double.NaN;
      return new Outcome(name, none, none, none, none, none, none, false, repeat, why);
    }
    boolean tooSlow =
        words.contains("too slow") || before.takenUntil(Processor.Ticks.now()) > MOST_TAKEN;
    return outcome(one.kind(), name, Summary.read(printed), tooSlow, repeat);
  }

  private static Outcome outcome(
      Case.Kind kind, String name, Fields summary, boolean tooSlow, String repeat) {
    return switch (kind) {
      case FARM -> outcome(name, inner(summary, "total"), "time_s", "promised_", tooSlow, repeat);
      case STENCIL -> {
        var best = text(summary, "best");
        var strategy =
            items(summary, "strategies").stream()
                .filter(s -> text(s, "name").equals(best))
                .findFirst()
                .orElseThrow();
        yield outcome(name, strategy, "iteration_s", "", tooSlow, repeat);
      }
      case REALIGN ->
          // A numbering that leaves everything where it is takes no time; the other is promised.
          items(summary, "steps").stream()
              .map(step -> outcome(name, step, "s", "predicted_", tooSlow, repeat))
              .min(Comparator.comparingDouble(o -> o.isMeasured() ? o.kept() : 2))
              .orElseThrow();
      case PROGRAM -> {
        double none = Double.NaN;
        yield new Outcome(
            name,
            1 / number(summary, "rate"),
            none,
            none,
            1 / number(summary, "simulated_rate"),
            1 / number(summary, "measured_rate"),
            number(summary, "measured_time_s"),
            tooSlow,
            repeat,
            "");
      }
    };
  }

  private static Outcome outcome(
      String name, Fields of, String what, String predicted, boolean tooSlow, String repeat) {
    return new Outcome(
        name,
        number(of, predicted + what),
        number(of, "least_" + what),
        number(of, "most_" + what),
        number(of, "simulated_" + what),
        number(of, "measured_" + what),
        Math.max(number(of, "measured_" + what), zeroIfNone(number(of, "measured_time_s"))),
        tooSlow,
        repeat,
        "");
  }

  private static double zeroIfNone(double number) {
    return Double.isNaN(number) ? 0 : number;
  }
}

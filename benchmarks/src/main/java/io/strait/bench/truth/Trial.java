package io.strait.bench.truth;

import static io.strait.bench.Summary.inner;
import static io.strait.bench.Summary.items;
import static io.strait.bench.Summary.number;
import static io.strait.bench.Summary.text;

import io.strait.bench.Command;
import io.strait.bench.Summary;
import io.strait.model.text.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plans, rehearses and runs a case by the command line, as its user would. */
final class Trial {
  private static final int MOST_SECONDS = 180;

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

  Outcome run(Case one) throws IOException, InterruptedException {
    var place = Files.createDirectories(folder.resolve(one.name()));
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
    if (one.kind() == Case.Kind.FARM) {
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
    var process =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(printed.toFile())
            .redirectError(said.toFile())
            .start();
    boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroy();
      process.waitFor();
    }
    var words = Files.readString(said);
    if (!ended || process.exitValue() != 0) {
      var why = ended ? words.lines().findFirst().orElse("exit " + process.exitValue()) : "hangs";
      double none = Double.NaN;
      return new Outcome(one.name(), none, none, none, none, none, false, repeat, why);
    }
    return outcome(one, Summary.read(printed), words.contains("too slow"), repeat);
  }

  private static Outcome outcome(Case one, Fields summary, boolean tooSlow, String repeat) {
    return switch (one.kind()) {
      case FARM -> outcome(one, inner(summary, "total"), "time_s", "promised_", tooSlow, repeat);
      case STENCIL -> {
        var best = text(summary, "best");
        var strategy =
            items(summary, "strategies").stream()
                .filter(s -> text(s, "name").equals(best))
                .findFirst()
                .orElseThrow();
        yield outcome(one, strategy, "iteration_s", "", tooSlow, repeat);
      }
      case REALIGN ->
          // A numbering that leaves everything where it is takes no time; the other is promised.
          items(summary, "steps").stream()
              .map(step -> outcome(one, step, "s", "predicted_", tooSlow, repeat))
              .min(Comparator.comparingDouble(o -> o.isMeasured() ? o.kept() : 2))
              .orElseThrow();
    };
  }

  private static Outcome outcome(
      Case one, Fields of, String what, String predicted, boolean tooSlow, String repeat) {
    return new Outcome(
        one.name(),
        number(of, predicted + what),
        number(of, "least_" + what),
        number(of, "most_" + what),
        number(of, "simulated_" + what),
        number(of, "measured_" + what),
        tooSlow,
        repeat,
        "");
  }
}

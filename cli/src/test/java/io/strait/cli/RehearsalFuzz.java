package io.strait.cli;

import io.strait.fuzz.Samples;
import io.strait.model.text.InputException;
import io.strait.model.text.Inputs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Options of a rehearsal that are texts of their own, a line of the input for each. */
public final class RehearsalFuzz {
  private static final List<String> OPTIONS =
      List.of(
          "--work", "--host-down", "--gap-down", "--mtbf", "--mttr", "--stagger", "--host-down");
  private static final Inputs INPUTS = inputs();

  private RehearsalFuzz() {}

  private static Inputs inputs() {
    var files = InputFiles.find(List.of(Path.of(CommandLineRun.example("three-continents"))));
    return Inputs.read(files.grid(), files.app());
  }

  public static void fuzzerTestOneInput(byte[] input) {
    var lines = new String(input, StandardCharsets.UTF_8).split("\n", OPTIONS.size());
    var words = new ArrayList<String>();
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isEmpty() && !lines[i].startsWith("empirical:")) {
        words.add(OPTIONS.get(i) + "=" + lines[i]);
      }
    }
    var options = new RehearsalOptions();
    try {
      new CommandLine(options).parseArgs(words.toArray(String[]::new));
      options.settings(INPUTS);
    } catch (InputException | CommandLine.ParameterException e) {
      // refused, as it should be
    }
  }

  static List<byte[]> seeds() {
    return Samples.texts(
        "uniform:0.5\nes1=1h..2h\nargentina-spain=0s..5min\n1 d\n2 h\n1 s",
        "pareto:2.5\nes1=1h..\nargentina-spain=1h..2h\n\n\n\nes2=3 h..4 h",
        "lognormal:1",
        "exponential");
  }

  static List<String> words() {
    return List.of(
        "uniform:", "normal:", "constant", "..", "es1=", "spain-brazil=", " min", "1e9 s");
  }
}

package io.strait.farm;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.fuzz.Samples;
import io.strait.kind.file.Inputs;
import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Options of a rehearsal that are texts of their own, a line of the input for each. */
public final class RehearsalFuzz {
  private static final List<String> OPTIONS =
      List.of(
          "--work", "--host-down", "--gap-down", "--mtbf", "--mttr", "--stagger", "--host-down");
  private static final Inputs<FarmApp> INPUTS = inputs();

  private RehearsalFuzz() {}

  private static Inputs<FarmApp> inputs() {
    var folder = Samples.root().resolve("examples/three-continents");
    return FarmFile.inputs(
        Document.read(folder.resolve("grid.yaml")), Document.read(folder.resolve("app.yaml")));
  }

  public static void fuzzerTestOneInput(byte[] input) {
    var lines = new String(input, StandardCharsets.UTF_8).split("\n", OPTIONS.size());
    var given = new HashMap<String, List<String>>();
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isEmpty() && !lines[i].startsWith("empirical:")) {
        given.computeIfAbsent(OPTIONS.get(i), name -> new ArrayList<>()).add(lines[i]);
      }
    }
    try {
      new RehearsalOptions(new Options(given)).settings(INPUTS, "");
    } catch (InputException | UsageException e) {
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

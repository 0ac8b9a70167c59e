package io.strait.cli;

import io.strait.farm.FarmKind;
import io.strait.fuzz.Samples;
import io.strait.model.text.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code --what-if} is given, for the files of an example. */
public final class ChangeFuzz {
  private static final InputFiles FILES =
      InputFiles.find(Kinds.ALL, List.of(Path.of(CommandLineRun.example("three-continents"))));

  private ChangeFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      var change = Change.parse("--what-if", new String(input, StandardCharsets.UTF_8));
      change.before(FILES);
      var changed = change.apply(FILES);
      Samples.same(change.value(), String.valueOf(change.before(changed)), change.path());
      change.read(new FarmKind(), changed);
    } catch (InputException e) {
      // refused, as it should be
    }
  }

  static List<byte[]> seeds() {
    return Samples.texts(
        "links[argentina-spain].bandwidth=100KiB/s",
        "links[spain-argentina].loss=1%",
        "clusters[spain].hosts[es].count=3",
        "clusters.spain.hosts[0].rate.srmsd=1/s",
        "clusters.spain.lan.latency=1 ms",
        "app.output=4 B",
        "clusters[*].hosts[0].count=3",
        "links[*].latency,clusters.spain.lan.latency=1 ms",
        "home=brazil",
        "run.class=a.B",
        "tasks=5");
  }

  static List<String> words() {
    var words = new ArrayList<>(Samples.keys("grid"));
    words.addAll(Samples.keys("app"));
    words.addAll(List.of("argentina", "spain", "brazil", "app.", "[0]", "[1]", ".lan"));
    return words;
  }
}

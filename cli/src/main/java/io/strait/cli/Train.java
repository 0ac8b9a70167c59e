package io.strait.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs typical commands, so that the build can record for the AOT cache what they load. Not a
 * command itself.
 */
final class Train {
  private Train() {}

  public static void main(String[] args) {
    var examples = Path.of(args[0]);
    var three = examples.resolve("three-continents").toString();
    var platform = examples.resolve("imported-platform/platform.xml").toString();
    var link = "links[argentina-spain].bandwidth=";
    for (var line :
        List.of(
            List.of("--version"),
            List.of("plan", "--help"),
            List.of("import", "simgrid", platform),
            List.of("plan", three),
            List.of("plan", three, "--format", "json", "--master", "auto"),
            List.of("plan", three, "--objective", "fewest"),
            List.of("simulate", three, "--runs", "3", "--work", "uniform:0.5"),
            List.of("simulate", three, "--format", "json"),
            List.of("plan", three, "--what-if", link + "100KiB/s"),
            List.of("plan", three, "--sweep", link + "5KiB/s..60KiB/s:3"),
            List.of("plan", three, "--efficiency", "200%"))) {
      var nowhere = new PrintWriter(Writer.nullWriter());
      Main.run(nowhere, nowhere, false, line.toArray(String[]::new));
    }
  }
}

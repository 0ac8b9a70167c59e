package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a program's run, a real one: a viewer of small pictures on four machines. */
final class ProgramFolders {
  private static final String GRID =
      """
      grid: lab
      clusters:
        lab:
          lan: {bandwidth: 2 MB/s, message-setup: 0.6 ms, cpu: 40%, duplex: full}
          hosts:
            - {name: pc, count: 2, speed: 3 Gflop/s}
            - {name: screen, speed: 3 Gflop/s}
            - {name: pro, speed: 8 Gflop/s}
      """;

  private static final String APP =
      """
      app: viewer
      kind: program
      measured-on: pc1
      rate: frames
      overlap: threads
      units: 24
      calculations:
        terrain: {time: 200 ms, late: true}
        trace: {time: 600 ms, split: columns}
        display: {time: 40 ms}
      data:
        - {from: terrain, to: trace, volume: 60 kB, message: 8 kB, broadcast: true}
        - {from: trace, to: display, volume: 65536 B, message: 1 kB}
      place: {display: screen}
      run:
        class: io.strait.apps.Viewer
        with: {width: 24, height: 16, quality: 1, tiles: 4, frames: 10}
      """;

  private ProgramFolders() {}

  /** Grid and app in a folder. */
  static String viewer(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    Files.writeString(folder.resolve("app.yaml"), APP);
    return folder.toString();
  }

  /** Runs the program where it is and on all machines, and returns what was printed. */
  static String run(Path files, Path run) throws IOException {
    var result =
        CommandLineRun.of(
            "run",
            viewer(files),
            "--duration",
            "1s",
            "--steps",
            "stay,4-machines",
            "--folder",
            run.toString(),
            "--quiet");
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result.out();
  }
}

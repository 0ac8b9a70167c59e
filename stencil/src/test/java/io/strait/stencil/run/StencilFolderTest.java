package io.strait.stencil.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of a run, of which the last two are kept. */
class StencilFolderTest {
  private static final StencilApp APP =
      StencilFile.read(
          Document.parse(
              "app.yaml",
              """
              app: s
              kind: stencil
              domain: [6, 5]
              type: int
              iterations: 100
              checkpoint: 10
              """));

  private final Path folder;
  private final StencilFolder runs;

  StencilFolderTest(@TempDir Path folder) {
    this.folder = folder;
    this.runs = new StencilFolder(folder, APP, new TestKernel(APP));
    try (var arena = Arena.ofConfined()) {
      var cells = arena.allocate(6 * 5 * 4);
      for (int iteration = 10; iteration <= 30; iteration += 10) {
        cells.set(ValueLayout.JAVA_INT, 0, iteration);
        runs.cells(iteration, cells, false);
      }
    }
  }

  private void cut(long iteration) throws IOException {
    var file = folder.resolve("checkpoints").resolve(iteration + ".raw");
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(7);
    }
  }

  @Test
  void theLastOneIsTaken() throws IOException {
    var last = runs.readLast();
    assertThat(last).isNotNull();
    assertThat(last.iteration()).isEqualTo(30);
    assertThat(last.cells().get(ValueLayout.JAVA_INT, 0)).isEqualTo(30);
  }

  @Test
  void theOneBeforeIsTakenIfTheLastIsDamaged() throws IOException {
    cut(30);
    var last = runs.readLast();
    assertThat(last).isNotNull();
    assertThat(last.iteration()).isEqualTo(20).isEqualTo(runs.findLastIteration());
    assertThat(last.cells().get(ValueLayout.JAVA_INT, 0)).isEqualTo(20);
  }

  @Test
  void whereAllAreDamagedNobodyBeginsAgainByMistake() throws IOException {
    cut(20);
    cut(30);
    assertThatThrownBy(runs::readLast)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("30.raw has 7 bytes, expected");
  }
}

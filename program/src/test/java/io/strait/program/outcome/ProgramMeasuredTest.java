package io.strait.program.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stage leaves in its folder. */
final class ProgramMeasuredTest {
  private static final ProgramMeasured MEASURED =
      new ProgramMeasured(
          40,
          14.9,
          0.316,
          0.708,
          0.04,
          List.of(
              new PartMeasured("trace 1", "pc1", 40, 0.95, 0.357, 2.677, 2_242_560),
              new PartMeasured("display", "screen", 40, 0.15, 0.058, 0.026, 0)));

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws Exception {
    assertThat(ProgramMeasured.read(folder)).isNull();
    MEASURED.write(folder);
    assertThat(ProgramMeasured.read(folder)).isEqualTo(MEASURED);
  }

  @Test
  void partsThatAreGoneOrDamagedAreNone() throws Exception {
    MEASURED.write(folder);
    var parts = folder.resolve("parts.tsv");
    Files.writeString(parts, Files.readString(parts).replace("0.95", "much"));
    var read = ProgramMeasured.read(folder);
    assertThat(read).isNotNull();
    assertThat(read.parts()).isEmpty();
    assertThat(read.rate()).isEqualTo(1 / 0.316);
  }
}

package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.file.FarmFile;
import io.strait.farm.file.Reduction;
import io.strait.kind.code.LargeFile;
import io.strait.kind.code.Settings;
import io.strait.kind.code.SharedFile;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a worker must know survives its way; what is wrong is said before anything runs. */
final class TaskSpecTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("scene.pov"), "sphere");
    Files.createDirectory(folder.resolve("data"));
    Files.writeString(folder.resolve("data/tool"), "#!");
    assertThat(folder.resolve("data/tool").toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("table.csv"), "start,end\r\n0,9\r\n10,\"1,9\"\r\n");
  }

  private TaskSpec read(String run) {
    var document =
        Document.parse(
            "app.yaml", "{app: a, kind: farm, tasks: 2, reduce: max float,\nrun: " + run + "}");
    return TaskSpec.of(FarmFile.read(document), document, folder, getClass().getClassLoader());
  }

  @Test
  void survivesItsWay() {
    var spec =
        read(
            """
            {command: "paint {start} {end}", time-limit: 30 s, retries: 5, files: [scene.pov,
            data/tool], parameters: table.csv, result: "strip{id}.png"}\
            """);
    var sent = TaskSpec.decode(spec.encode());
    assertThat(sent.tasks()).isEqualTo(2);
    assertThat(sent.reduction()).isEqualTo(Reduction.MAX);
    assertThat(sent.element()).isEqualTo(Element.FLOAT);
    assertThat(sent.code())
        .isEqualTo(
            new TaskCode.Command(
                "paint {start} {end}",
                Duration.ofSeconds(30),
                5,
                List.of(),
                null,
                "strip{id}.png"));
    assertThat(sent.columns()).containsExactly("start", "end");
    assertThat(sent.files()).extracting(SharedFile::name).containsExactly("scene.pov", "data/tool");
    assertThat(sent.files()).extracting(SharedFile::executable).containsExactly(false, true);
    assertThat(sent.encode()).isEqualTo(spec.encode());
    assertThat(new CommandLine(sent.columns(), 2).decode(spec.input(1)))
        .containsExactly("10", "1,9");
    assertThat(spec.input(1)).hasSize(7);
    assertThatThrownBy(() -> sent.input(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> spec.input(2)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A farm with settings and a file. */
  public static final class Painter implements Farm {
    private int size;
    private byte[] scene = {};

    @Override
    public void begin(Settings settings) {
      size = settings.whole("size", 7, 1, 100) * settings.tasks();
      if (settings.choice("light", "on", "off").equals("on")) {
        scene = settings.file("scene.pov");
      }
      if (settings.number("zoom", 1, 0, 9) > 8) {
        throw new IllegalStateException("too near");
      }
    }

    @Override
    public byte[] input(int task) {
      return new byte[size];
    }

    @Override
    public byte[] compute(int task, byte[] input) {
      return scene;
    }
  }

  private static String painter(String rest) {
    return "{class: io.strait.farm.task.TaskSpecTest$Painter" + rest + "}";
  }

  @Test
  void settingsAndFilesReachAClass() throws Exception {
    var spec = read(painter(", with: {size: 5, light: on}, files: [scene.pov]"));
    assertThat(spec.input(0)).hasSize(10);
    var sent = TaskSpec.decode(spec.encode());
    assertThat(sent.encode()).isEqualTo(spec.encode());
    assertThat(((TaskCode.JavaClass) sent.code()).with())
        .isEqualTo(Map.of("size", "5", "light", "on"));
    assertThat(sent.farm(getClass().getClassLoader()).compute(0, new byte[0]))
        .asString()
        .isEqualTo("sphere");
    spec.copyFiles(folder, folder.resolve("copy"));
    assertThat(folder.resolve("copy/scene.pov")).hasContent("sphere");
    assertThat(read(painter(", with: {light: off}")).input(1)).hasSize(14);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ", with: {size: big}|app.yaml:2:69: size is 'big', expected a whole number from 1 to 100",
        ", with: {size: 0}|app.yaml:2:69: size is '0', expected a whole number from 1 to 100",
        ", with: {light: dim}|app.yaml:2:70: light is 'dim', expected one of: on, off",
        ", with: {zoom: 10}, files: [scene.pov]|app.yaml:2:69: zoom is '10', expected a number"
            + " from",
        ", with: {zoom: 9}, files: [scene.pov]|cannot start: too",
        ", with: {sise: 5}, files: [scene.pov]|app.yaml:2:69: unknown setting 'sise', expected one"
            + " of: size, light, zoom",
        "|app.yaml:2:6: there is no file 'scene.pov', expected files: [scene.pov]",
      })
  void wrongSettings(@Nullable String rest, String wrong) {
    assertThatThrownBy(() -> read(painter(rest == null ? "" : rest)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(wrong);
  }

  @Test
  void hostileBytes() {
    byte[] good =
        read("{command: \"x {start}\", files: [scene.pov, data/tool], parameters: table.csv}")
            .encode();
    int refused = 0;
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> TaskSpec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
    }
    for (int seed = 0; seed < 20_000; seed++) {
      var random = new Random(seed);
      byte[] bad = good.clone();
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        TaskSpec.decode(bad);
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(5000);
    byte[] escaping = read("{resident: x, files: [data/tool]}").encode();
    int at =
        new String(escaping, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("data/tool");
    System.arraycopy(
        "/tmp/tool".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, escaping, at, 9);
    assertThatThrownBy(() -> TaskSpec.decode(escaping)).hasMessageContaining("'/tmp/tool'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{class: no.such.Farm}|app.yaml:2:14: class 'no.such.Farm' was not found|class path",
        "{class: java.lang.String}|app.yaml:2:14: class 'java.lang.String' is not a"
            + " farm|implements",
        "{command: x, files: [none]}|app.yaml:2:26: files names 'none', which is not in|a file",
        "{command: x, files: [data]}|app.yaml:2:26: files names 'data', which is no file|a file",
        "{command: \"x {strat}\", parameters: table.csv}|app.yaml:2:16: command: unknown"
            + " placeholder '{strat}'|id, attempt, tasks, end, start",
        "{command: x, parameters: no.csv}|app.yaml:2:31: parameters names 'no.csv'|a file",
        "{command: x, parameters: scene.pov}|app.yaml:2:31: scene.pov has 0 rows|the 2 tasks",
      })
  void mistakes(String run, String wrong, String expected) {
    assertThatThrownBy(() -> read(run))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(wrong)
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a,b\\n1,2\\n3\\n|:3:1: the row has 1 values, expected 2: a, b",
        "a,b\\n1,2,3\\n|:2:5: a value too many, expected 2: a, b",
        "a,a\\n|:1:3: a second column 'a'",
        "a,id\\n|:1:3: 'id' is always there",
        "a b\\n|:1:1: 'a b' is not the name of a column",
        "a\\n\"x\\n|:2:1: the quote is not closed",
        "a\\n\"x\"y\\n|:2:4: text after a value",
        "a\\nx\"y\\n|:2:2: a quote inside a value",
        "\\n|:1:1: the table is empty",
      })
  void tables(String table, String wrong) throws IOException {
    Files.writeString(folder.resolve("table.csv"), table.replace("\\n", "\n"));
    assertThatThrownBy(() -> read("{command: x, parameters: table.csv}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("table.csv" + wrong);
  }

  @Test
  void largeFilesDoNotTravel() throws IOException {
    try (var file = new RandomAccessFile(folder.resolve("large").toFile(), "rw")) {
      file.setLength(TaskSpec.MOST_BYTES);
    }
    var fits = read("{command: x, files: [large]}");
    assertThat(fits.files()).hasSize(1);
    assertThat(fits.large()).isEmpty();
    var apart = read("{command: x, files: [large, scene.pov]}");
    assertThat(apart.files()).extracting(SharedFile::name).containsExactly("scene.pov");
    var sum = "3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351";
    var large =
        new LargeFile(
            "large", false, TaskSpec.MOST_BYTES, sum, folder.resolve("large").toRealPath());
    assertThat(apart.large()).containsExactly(large);
    var bytes = apart.encode();
    assertThat(bytes).hasSizeLessThan(1000);
    assertThatThrownBy(() -> TaskSpec.decode(bytes, folder))
        .hasMessage(
            "the file 'large' (67108864 bytes) is not here, expected " + folder.resolve(sum));
    assertThatThrownBy(() -> TaskSpec.decode(bytes, null)).hasMessageContaining("--data");
    Files.createSymbolicLink(folder.resolve(sum), folder.resolve("large"));
    var sent = TaskSpec.decode(bytes, folder);
    assertThat(sent.encode()).isEqualTo(bytes);
    var place = Files.createDirectory(folder.resolve("task"));
    sent.layOut(place);
    assertThat(place.resolve("scene.pov")).hasContent("sphere");
    assertThat(Files.size(place.resolve("large"))).isEqualTo(TaskSpec.MOST_BYTES);
    assertThat(Files.isSymbolicLink(place.resolve("large"))).isTrue();
  }

  @Test
  void parametersDoNotGoApart() throws IOException {
    try (var file = new RandomAccessFile(folder.resolve("large.csv").toFile(), "rw")) {
      file.setLength(TaskSpec.MOST_BYTES + 1L);
    }
    assertThatThrownBy(() -> read("{command: x, parameters: large.csv}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'large.csv' has 67108865 bytes, expected at most 67108864");
  }
}

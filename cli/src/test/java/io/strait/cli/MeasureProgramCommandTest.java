package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.code.TaskCode;
import io.strait.model.text.Document;
import io.strait.program.file.Calculation;
import io.strait.program.file.DataEdge;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait measure program} with real commands. */
@Tag("real")
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class MeasureProgramCommandTest {
  @TempDir private Path folder;

  @Test
  void aTableAVerdictAndWhatAFileWouldSay() {
    var run = measure("--repeat", "3", "--", "sleep", "0.05");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsPattern("^run +wall +cpu +share +waiting +read +written +memory\n1 +\\d")
        .containsPattern("\n3 +\\d.*\n\nmedian +\\d.*\n95 % from +\\d.*\nto +\\d")
        .containsPattern(
            "\n"
                + "`sleep` takes \\S+ [mu]?s \\(± (more than )?\\S+ %\\), \\d+ % of it computing;"
                + " it reads \\S+ k?B and writes 0 B\n")
        .containsPattern(
            "\n  # sleep: measured by strait on \\d{4}-\\d\\d-\\d\\d on \\S+, 3 runs: ")
        .containsPattern(
            "\n  sleep: \\{time: \\S+ [mu]?s, cpu: \\S+%, run: \\{command: \"sleep 0.05\"}}\n$");
  }

  @Test
  void json() throws IOException {
    var input = Files.writeString(folder.resolve("in"), "x".repeat(5000));
    var run =
        measure(
            "--repeat",
            "2",
            "--format",
            "json",
            "--input",
            "" + input,
            "--output",
            "" + folder.resolve("out"),
            "--",
            "head",
            "-c",
            "1234");
    assertThat(run.exitCode()).as(run.err()).isZero();
    var json = run.json();
    assertThat(json.path("runs")).hasSize(2);
    assertThat(json.path("input_bytes").asDouble()).isEqualTo(1234);
    assertThat(json.path("output_bytes").asDouble()).isEqualTo(1234);
    assertThat(json.path("written_bytes").path("median").asDouble()).isEqualTo(1234);
    var first = json.path("runs").path(0);
    double time = first.path("time_s").asDouble();
    assertThat(time).isPositive().isLessThanOrEqualTo(first.path("wall_s").asDouble());
    assertThat(first.path("cpu").asDouble() * time)
        .isEqualTo(first.path("cpu_s").asDouble(), within());
    assertThat(json.path("wall_s").path("low").asDouble())
        .isLessThanOrEqualTo(json.path("wall_s").path("median").asDouble());
    assertThat(json.path("verdict").asString()).startsWith("`head` takes ");
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-12);
  }

  /** Three calls describe the pipeline {@code cat | sort | gzip}. */
  @Test
  void aPipeline() throws IOException {
    var words = folder.resolve("words");
    var sorted = folder.resolve("sorted");
    var packed = folder.resolve("packed");
    var copy = folder.resolve("copy");
    var file = folder.resolve("words.yaml");
    Files.writeString(words, "b\na\n".repeat(1000));
    write("--name unpack --stream --input %s --output %s -o %s -- cat", words, copy, file);
    write(
        "--name sort --after unpack --input %s --output %s --into %s -- sort", copy, sorted, file);
    write(
        "--name pack --after sort --input %s --output %s --into %s -- gzip -c",
        sorted, packed, file);
    var app = app(file);
    assertThat(app.name()).isEqualTo("words");
    assertThat(app.calculations())
        .extracting(Calculation::name)
        .containsExactly("unpack", "sort", "pack");
    assertThat(app.calculations())
        .extracting(Calculation::stream)
        .containsExactly(true, false, false);
    assertThat(app.calculations())
        .extracting(each -> ((TaskCode.Command) Objects.requireNonNull(each.run())).line())
        .containsExactly("cat", "sort", "gzip -c");
    assertThat(app.calculations()).allMatch(each -> each.seconds() > 0 && each.cpu() > 0);
    assertThat(app.data())
        .extracting(DataEdge::name)
        .containsExactly("unpack to sort", "sort to pack");
    assertThat(app.data()).extracting(DataEdge::volume).containsExactly(4000.0, 4000.0);

    // Measured again: nothing is doubled, and data that go on have the size of the new output.
    var before = Files.readAllLines(file);
    write(
        "--name sort --after unpack --input %s --output %s --into %s -- sort -u",
        copy, sorted, file);
    assertThat(Files.readAllLines(file)).hasSameSizeAs(before);
    assertThat(app(file).data()).extracting(DataEdge::volume).containsExactly(4000.0, 4.0);
  }

  @Test
  void commentsAndOtherKeysStay() throws IOException {
    var text =
        """
        # ours
        app: mine # its name
        kind: program
        rate: frames
        calculations:
          first: {split: true, time: 1 h}   # a guess
          # the second
          second:
            time: 2 h # too long
            late: true
            run: {class: Some}

        place: {first: x}
        """;
    var file = Files.writeString(folder.resolve("app.yaml"), text);
    write("--name first --into %s -- printf {a}'\"", file);
    write("--name second --into %s -- true", file);
    write("--name third --into %s -- true", file);
    var app = app(file);
    var first = app.calculations().getFirst();
    assertThat(first.split()).isTrue();
    assertThat(first.seconds()).isBetween(1e-5, 100.0);
    assertThat(((TaskCode.Command) Objects.requireNonNull(first.run())).line())
        .isEqualTo("printf '{{a}'\\''\"'");
    var second = app.calculations().get(1);
    assertThat(second.late()).isTrue();
    assertThat(second.run()).isInstanceOf(TaskCode.JavaClass.class);
    assertThat(app.unit()).isEqualTo("frames");
    assertThat(Files.readString(file))
        .startsWith(
            "# ours\n"
                + "app: mine # its name\n"
                + "kind: program\n"
                + "rate: frames\n"
                + "calculations:\n"
                + "  # first: measured by")
        .contains("}   # a guess\n  # the second\n  # second: measured by strait on ")
        .containsPattern(
            "\n"
                + "    time: \\S+ \\w+ # too long\n"
                + "    late: true\n"
                + "    run: \\{class: Some}\n"
                + "    cpu: \\S+%\n"
                + "  # third: ")
        .endsWith("}}\n\nplace: {first: x}\n");
  }

  @Test
  void itStopsWhenTheIntervalIsNarrow() {
    var run = measure("--until", "100%", "--format", "json", "--", "sleep", "0.05");
    assertThat(run.json().path("runs").size()).isBetween(3, 99);
    var never = measure("--until", "0.000001%", "--repeat", "3", "--format", "json", "--", "true");
    assertThat(never.json().path("runs")).hasSize(3);
    assertThat(never.err()).startsWith("the run time is known to ± ").hasLineCount(1);
  }

  @Test
  void whatFailsOrHangsWritesNothing() throws IOException {
    var file = folder.resolve("app.yaml");
    var failed = measure("-o", "" + file, "--", "sh", "-c", "echo no luck >&2; exit 3");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .isEqualTo("strait: `sh -c 'echo no luck >&2; exit 3'` ended with exit code 3: no luck\n");
    var hung = measure("--time-limit", "100 ms", "-o", "" + file, "--", "sleep", "1000");
    assertThat(hung.exitCode()).isEqualTo(1);
    assertThat(hung.err())
        .isEqualTo("strait: `sleep 1000` did not end within 0.1 s (see --time-limit)\n");
    assertThat(failed.out() + hung.out()).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void wrongUseIsRefused() throws IOException {
    var file = folder.resolve("app.yaml");
    var in = Files.writeString(folder.resolve("in"), "x");
    wrong("no command given");
    wrong("the command 'no-such-program' does not exist", "-o", "" + file, "--", "no-such-program");
    wrong("--repeat 0, expected", "--repeat", "0", "--", "true");
    wrong("--until '0%', expected", "--until", "0%", "--", "true");
    wrong("--until '5' has no unit", "--until", "5", "--", "true");
    wrong("--time-limit '0 s', expected", "--time-limit", "0 s", "--", "true");
    wrong("--name 'a b', expected", "--name", "a b", "--", "true");
    wrong("both -o and --into", "-o", "" + file, "--into", "" + file, "--", "true");
    wrong("expected --into FILE", "--after", "x", "--", "true");
    wrong("expected --into FILE", "--after", "x", "-o", "" + file, "--", "true");
    wrong("no such file", "--into", "" + file, "--", "true");
    assertThat(file).doesNotExist();
    var text =
        "app: a\n"
            + "kind: program\n"
            + "calculations:\n"
            + "  a: {time: 0 s}\n"
            + "  b: {time: 0 s}\n"
            + "data: [{from: a, to: b, volume: 1 B}]\n";
    Files.writeString(file, text);
    wrong("expected --input FILE", "--into", "" + file, "--after", "a", "--", "true");
    var into = List.of("--into", "" + file, "--input", "" + in);
    wrong("'c' is not another calculation", into, "--after", "c", "--", "cat");
    wrong("'cat' is not another calculation", into, "--after", "cat", "--", "cat");
    wrong("the data flow has a cycle", into, "--name", "a", "--after", "b", "--", "cat");
    assertThat(file).hasContent(text);
    Files.writeString(file, "app: a\nkind: farm\ntasks: 1\n");
    wrong("unknown key 'tasks'", "--into", "" + file, "--", "true");
  }

  private static void wrong(String message, List<String> first, String... more) {
    var args = new ArrayList<>(first);
    args.addAll(List.of(more));
    wrong(message, args.toArray(String[]::new));
  }

  private static void wrong(String message, String... args) {
    var run = measure(args);
    assertThat(run.exitCode()).as(message).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  private static void write(String args, Object... values) {
    var words = new ArrayList<>(List.of("--repeat", "2"));
    words.addAll(List.of(args.formatted(values).split(" ")));
    var run = measure(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).startsWith("wrote ").hasLineCount(1);
  }

  private static CommandLineRun measure(String... args) {
    var words = new ArrayList<>(List.of("measure", "program"));
    words.addAll(List.of(args));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  private static ProgramApp app(Path file) {
    return ProgramFile.read(Document.read(file));
  }
}

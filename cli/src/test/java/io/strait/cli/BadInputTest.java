package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strait.cli.BadInputs.Bad;
import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is wrong with the input or the usage ends with exit code 2, nothing on standard output,
 * nothing written, and one line that says where it is, what is wrong and what was expected. The
 * file is long because it is a list.
 */
@Timeout(20)
final class BadInputTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    write(BadInputs.GRID, BadInputs.GOOD_GRID);
    write(BadInputs.APP, BadInputs.GOOD_APP);
  }

  @Test
  void rightFilesArePlanned() throws IOException {
    var run = plan();
    assertThat(run.code).as(run.err).isZero();
    assertThat(run.out).isNotEmpty();
    assertThat(run.err).isEmpty();
  }

  static Stream<Bad> files() {
    return Stream.of(BadInputs.shape(), BadInputs.sense(), texts(), runs()).flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource
  void files(Bad bad) throws IOException {
    write(bad.file(), bad.text());
    refused(bad.blamed() + ":" + bad.place() + ": ", bad.words(), folder.toString());
  }

  /** Texts that are no tree of keys and values, or not one that we accept. */
  private static List<Bad> texts() {
    return List.of(
        text("an empty file", "", "1:1", "the file is empty", "expected a YAML mapping"),
        text(
            "only a comment", "# nothing\n", "1:1", "the file is empty", "expected a YAML mapping"),
        text(
            "a key without colon",
            "grid: a\nhome\nx: y\n",
            "3:1",
            "not valid YAML",
            "expected key: value"),
        text(
            "an open bracket",
            "grid: [a\nhome: b\n",
            "2:5",
            "not valid YAML",
            "expected key: value"),
        text("an open quote", "grid: \"a\n", "2:1", "not valid YAML", "expected key: value"),
        text(
            "a tab",
            "grid: a\nclusters:\n\tleft: b\n",
            "3:1",
            "not valid YAML",
            "\\t(TAB)",
            "expected key: value"),
        text(
            "a control character",
            "grid: a\nhome: \u0007\n",
            "2:7",
            "character U+0007",
            "expected a YAML text"),
        text("a NUL", "grid: a\0\n", "1:8", "character U+0000", "expected a YAML text"),
        text(
            "a key twice",
            "grid: a\nhome: b\ngrid: c\n",
            "3:1",
            "'grid' is given twice",
            "every key once"),
        text(
            "a key twice, deep",
            "grid: a\nclusters: {b: {hosts: [], hosts: []}}\n",
            "2:27",
            "'hosts' is given twice",
            "every key once"),
        text(
            "a cluster twice",
            "clusters:\n  b: {}\n  b: {}\n",
            "3:3",
            "'b' is given twice",
            "every key once"),
        text(
            "a list as key",
            "grid: a\n[b]: c\n",
            "2:1",
            "a key must be a plain text",
            "expected key: value"),
        text(
            "two documents",
            "grid: a\n---\ngrid: b\n",
            "2:1",
            "a second document",
            "expected one per file"),
        text("an anchor", "grid: &a b\n", "1:7", "anchors are not accepted", "the plain value"),
        text("an alias", "grid: *a\n", "1:7", "aliases are not accepted", "the value itself"),
        text("an alias bomb", bomb(), "1:4", "anchors are not accepted", "the plain value"),
        text(
            "a merge key",
            "grid: a\n<<: *b\n",
            "2:5",
            "aliases are not accepted",
            "the value itself"),
        text("a tag", "grid: !!str a\n", "1:7", "the tag 'tag:yaml.org,2002:str'", "a plain value"),
        text(
            "a class as tag",
            "grid: !!javax.script.ScriptEngineManager [a]\n",
            "1:7",
            "javax.script.ScriptEngineManager' is not accepted",
            "a plain value"),
        text(
            "deep brackets",
            "grid: " + "[".repeat(20_000) + "]".repeat(20_000),
            "1:39",
            "nested deeper than 32 levels",
            "expected a flat file"),
        text(
            "deep braces",
            "{a: ".repeat(20_000) + "}".repeat(20_000),
            "1:130",
            "nested deeper than 32 levels",
            "expected a flat file"),
        text(
            "deep lists",
            "- ".repeat(20_000) + "a\n",
            "1:67",
            "nested deeper than 32 levels",
            "expected a flat file"));
  }

  private static Bad text(String name, String text, String place, String... words) {
    return new Bad(BadInputs.GRID, text, name, BadInputs.GRID, place, List.of(words));
  }

  /** Mistakes in the options of a folder. */
  static List<Bad> runs() {
    return List.of(
        runFile(
            "master: front\nspeed: 5\n",
            "2:1",
            "unknown key 'speed' in the run file",
            "efficiency"),
        runFile("efficiency: 0.9\n", "1:13", "efficiency: '0.9' has no unit", "such as 80%"),
        runFile("efficiency: 0%\n", "1:13", "efficiency is '0%'", "a number above zero"),
        runFile("efficiency: 150%\n", "1:13", "efficiency is 150%", "expected at most 100%"),
        runFile("objective: best\n", "1:12", "objective is 'best'", "efficient, fastest"),
        runFile("master: a b\n", "1:9", "'a b' is not a valid name for master", "letters, digits"),
        runFile("time-scale: 0\n", "1:13", "time-scale is '0'", "a number above zero"),
        runFile("time-scale: -2\n", "1:13", "time-scale is '-2'", "a number above zero"),
        runFile("time-scale: 2e9\n", "1:13", "time-scale is '2e9'", "at most 1e9"),
        runFile("time-scale: .nan\n", "1:13", "time-scale is '.nan'", "a number above zero"),
        runFile("time-scale: fast\n", "1:13", "time-scale is 'fast'", "a number above zero"),
        runFile("time-scale: [1]\n", "1:13", "time-scale is", "expected a text"),
        runFile("duration: 15\n", "1:11", "duration: '15' has no unit", "such as 0.2 ms"),
        runFile("duration: 0 s\n", "1:11", "duration is '0 s'", "a number above zero"),
        runFile(
            "time-scale: 5\nduration: 9 s\n",
            "2:11",
            "both duration and time-scale are given",
            "one of them"),
        runFile("steps: local\n", "1:8", "steps is 'local'", "expected a list"),
        runFile("steps: [local, best]\n", "1:16", "'best' is not a step", "local, multi"),
        runFile("reference: 5\n", "1:12", "reference is", "expected"),
        runFile("reference: {best: 5}\n", "1:13", "'best' is not a step", "local, multi"),
        runFile("reference: {local: 0}\n", "1:20", "a speedup is '0'", "a number above zero"));
  }

  private static Bad runFile(String text, String place, String... words) {
    return new Bad("run.yaml", text, text.strip(), "run.yaml", place, List.of(words));
  }

  /** Nine levels of ten aliases each: a billion values, were they followed. */
  private static String bomb() {
    var text = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char level = 'b'; level <= 'i'; level++) {
      var alias = ", *" + (char) (level - 1);
      text.append("%c: &%c [%s]%n".formatted(level, level, alias.repeat(10).substring(2)));
    }
    return text.toString();
  }

  @Test
  void binaryFile() throws IOException {
    Files.write(folder.resolve(BadInputs.APP), new byte[] {(byte) 0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
    refused("app.yaml:1:1: ", List.of("character U+007F", "expected a YAML"), folder.toString());
  }

  @Test
  void fileThatIsNotUtf8() throws IOException {
    Files.write(
        folder.resolve(BadInputs.APP), "app: a\nkind: fä\n".getBytes(StandardCharsets.ISO_8859_1));
    refused("app.yaml:2:8: ", List.of("not UTF-8", "expected a YAML file"), folder.toString());
  }

  /** Sparse, so that only a reader who loads it notices its size. */
  @Test
  void hugeFile() throws IOException {
    try (var file = new RandomAccessFile(folder.resolve(BadInputs.GRID).toFile(), "rw")) {
      file.setLength(100 << 20);
    }
    long before = allocatedBytes();
    refused(
        "grid.yaml:1:1: ",
        List.of("the file has 104857600 bytes", "expected at most 67108864"),
        folder.toString());
    assertThat(allocatedBytes() - before).isLessThan(50 << 20);
  }

  private static long allocatedBytes() {
    return java.lang.management.ManagementFactory.getThreadMXBean()
            instanceof com.sun.management.ThreadMXBean threads
        ? threads.getCurrentThreadAllocatedBytes()
        : 0;
  }

  @Test
  void missingFiles() throws IOException {
    Files.delete(folder.resolve(BadInputs.APP));
    var words = List.of("no such file", "expected a YAML file");
    refused("app.yaml:1:1: ", words, folder.toString());
    refused("none.yaml:1:1: ", words, path("none.yaml"), path(BadInputs.APP));
    refused("none.yaml:1:1: ", words, path("none.yaml"));
    Files.delete(folder.resolve(BadInputs.GRID));
    refused("grid.yaml:1:1: ", words, folder.toString());
  }

  @Test
  void folderInPlaceOfAFile() throws IOException {
    refused(
        folder.getFileName() + ":1:1: ",
        List.of("not a file", "expected a YAML file"),
        path(BadInputs.GRID),
        folder.toString());
  }

  @Test
  void gridAlone() throws IOException {
    refused(
        "grid.yaml:1:1: ",
        List.of("neither a plan nor an app", "expected GRID APP, a folder"),
        path(BadInputs.GRID));
  }

  @Test
  void swappedFiles() throws IOException {
    refused(
        "app.yaml:1:1: ",
        List.of("unknown key 'app' in the grid file", "expected one of: grid, home"),
        path(BadInputs.APP),
        path(BadInputs.GRID));
  }

  @Test
  void planWithoutItsGrid() throws IOException {
    write(BadInputs.PLAN, "plan: a\napp: {app: a}\n");
    refused("plan.yaml:1:1: ", List.of("has no 'grid'", "expected grid: …"), path("plan.yaml"));
  }

  @Test
  void mistakeInsideAPlan() throws IOException {
    write(BadInputs.PLAN, "plan: a\ngrid:\n  grid: g\n  hoem: a\napp: {app: a}\n");
    refused("plan.yaml:4:3: ", List.of("unknown key 'hoem'", "expected"), path("plan.yaml"));
  }

  static Stream<Arguments> options() {
    return Stream.of(
        option("--efficiency 0", "the target efficiency is 0.0%", "more than 0% and at most 100%"),
        option("--efficiency 0%", "the target efficiency is 0.0%", "more than 0%"),
        option("--efficiency 200%", "the target efficiency is 200.0%", "at most 100%"),
        option("--efficiency 85", "--efficiency '85' is not a percentage", "such as 85%"),
        option("--efficiency -5%", "the target efficiency is -5.0%", "more than 0%"),
        option("--efficiency abc", "--efficiency 'abc' is not a percentage", "such as 85%"),
        option("--efficiency NaN", "--efficiency 'NaN' is not a percentage", "such as 85%"),
        option("--efficiency NaN%", "--efficiency 'NaN%' is not a percentage", "such as 85%"),
        option("--efficiency 1e999%", "--efficiency '1e999%' is not a percentage", "such as 85%"),
        option("--efficiency", "Missing required parameter", "--efficiency", "PERCENT"),
        option(
            "--master nobody",
            "the master 'nobody' is not in the grid",
            "auto, a host or a cluster"),
        option("--master r1", "host 'r1' is role: worker", "role: any or master"),
        option(
            "--master right",
            "cluster 'right' has no host that may be the master",
            "not role: worker"),
        option(
            "--objective best", "'best'", "expected one of: efficient, fastest, cheapest, fewest"),
        option("--method magic", "'magic'", "expected one of: flow, paper"),
        option("--format xml", "'xml'", "expected one of: text, json"),
        option(
            "--deadline 6_h",
            "a deadline with the objective efficient",
            "expected the objective cheapest"),
        option(
            "--deadline 6 --objective cheapest",
            "--deadline '6' is not a time above zero",
            "such as 6 h"),
        option(
            "--deadline 0_s --objective cheapest",
            "--deadline '0 s' is not a time above zero",
            "such as 6 h"),
        option(
            "--deadline -1_h --objective cheapest",
            "--deadline '-1 h' is not a time above zero",
            "such as 6 h"),
        option(
            "--budget 5",
            "a budget with the objective efficient",
            "expected the objective fastest"),
        option(
            "--budget lots --objective fastest",
            "--budget 'lots' is not an amount",
            "zero or more"),
        option("--budget -1 --objective fastest", "--budget '-1' is not an amount", "zero or more"),
        option(
            "--budget NaN --objective fastest", "--budget 'NaN' is not an amount", "zero or more"),
        option(
            "--budget 5 --objective fastest",
            "no host of the grid has a price",
            "expected price: …/h"),
        option("--objective cheapest", "no host of the grid has a price", "expected price: …/h"),
        option(
            "--method paper --objective fewest",
            "the method paper with the objective fewest",
            "expected the method flow"),
        option("--what-if tasks", "--what-if 'tasks' is not PATH=VALUE", "expected such as"),
        option("--what-if =5", "--what-if '=5' is not PATH=VALUE", "expected such as"),
        option("--what-if tasks=", "--what-if 'tasks=' is not PATH=VALUE", "expected such as"),
        option(
            "--what-if speed=5",
            "'speed' in 'speed' is not a key of the files",
            "start with one of: clusters, home, links"),
        option(
            "--what-if links[left-centre].latency=5_ms",
            "'left-centre'",
            "matches no item",
            "a link's clusters as a-b"),
        option(
            "--what-if clusters[centre].lan.latency=5_ms",
            "'centre'",
            "is not in",
            "expected one of: left, right"),
        option(
            "--what-if clusters[left].hosts[x].count=5",
            "'x'",
            "matches no item",
            "expected the item's name"),
        option(
            "--what-if clusters[left].lan=5",
            "is a mapping",
            "expected the path of a single value"),
        option(
            "--what-if tasks.more=5",
            "follows a single value (100)",
            "expected the path to end there"),
        option("--what-if tasks..=5", "'tasks..' is not a path", "expected one such as"),
        option(
            "--what-if links[left-right].latency=5",
            "grid.yaml:13:58: latency: '5' has no unit",
            "a duration such as"),
        option(
            "--what-if tasks=0",
            "--what-if 'tasks=0'",
            "app.yaml:3:8: tasks is '0'",
            "a whole number"),
        option(
            "--what-if clusters[left].lan.mtu=9",
            "unknown key 'mtu'",
            "expected one of: bandwidth"),
        option("--sweep tasks", "--sweep 'tasks' is not PATH=from..to[:steps]", "expected such as"),
        option("--sweep tasks=1..x", "is not PATH=from..to[:steps]", "expected two numbers"),
        option(
            "--sweep tasks=5..5", "is not PATH=from..to[:steps]", "two different finite numbers"),
        option(
            "--sweep tasks=1..1e999",
            "is not PATH=from..to[:steps]",
            "two different finite numbers"),
        option(
            "--what-if tasks" + ".a".repeat(20_000) + "=1",
            "--what-if 'tasks.a",
            "is a path of 20001 steps, expected at most 32"),
        option(
            "--sweep tasks=-1e308..1e308",
            "is not PATH=from..to[:steps]",
            "expected numbers that are less far apart"),
        option("--sweep tasks=1..9:1", "is not PATH=from..to[:steps]", "expected 2 to 10000 steps"),
        option("--sweep tasks=1..9:-1", "is not PATH=from..to", "expected 2 to 10000 steps"),
        option("--sweep tasks=1..9:many", "is not PATH=from..to", "expected 2 to 10000 steps"),
        option("--sweep tasks=1..9:", "is not PATH=from..to", "expected 2 to 10000 steps"),
        option("--sweep tasks=1..9:2.5", "is not PATH=from..to", "expected 2 to 10000 steps"),
        option(
            "--sweep tasks=1..9:999999",
            "is not PATH=from..to[:steps]",
            "expected 2 to 10000 steps"),
        option(
            "--sweep links[left-right].latency=1_ms..1_MB",
            "is not PATH=from..to[:steps]",
            "units of the same kind"),
        option(
            "--sweep links[left-right].latency=1..9",
            "--sweep 'links[left-right].latency=1'",
            "grid.yaml:13:58: latency: '1' has no unit"),
        option("--sweep tasks=9..0", "--sweep 'tasks=0'", "tasks is '0'", "a whole number"),
        option("--sweep tasks=0..9", "--sweep 'tasks=0'", "tasks is '0'", "a whole number"),
        option(
            "--sweep speed=1..9",
            "'speed' in 'speed' is not a key of the files",
            "start with one of"),
        option("--plot FOLDER/a.svg", "--plot draws a sweep", "expected --sweep"),
        option(
            "--plot FOLDER/a.gif --sweep tasks=1..9",
            "a.gif' is not a picture",
            "a .svg or .png file"),
        option(
            "--plot FOLDER/no/a.svg --sweep tasks=1..9",
            "the folder of",
            "does not exist",
            "expected a file in an existing one"),
        option(
            "--output FOLDER/no/plan.yaml",
            "the folder of",
            "does not exist",
            "expected a file in an existing one"),
        option("--output FOLDER", "is a folder", "expected a file"),
        option(
            "-o FOLDER/a.yaml --sweep tasks=1..9",
            "--output holds one plan",
            "expected no --sweep"),
        option("--efficency 85%", "unknown option '--efficency'", "--efficiency, --master"),
        option("a.yaml b.yaml", "is one file too many", "expected GRID APP"));
  }

  private static Arguments option(String words, String... says) {
    return arguments(words, List.of(says));
  }

  /** In the table {@code _} stands for a blank inside a word, FOLDER for the test's folder. */
  @ParameterizedTest
  @MethodSource
  void options(String words, List<String> says) throws IOException {
    var args = new ArrayList<>(List.of(folder.toString()));
    for (var word : words.split(" ")) {
      args.add(word.replace('_', ' ').replace("FOLDER", folder.toString()));
    }
    refused("", says, args.toArray(String[]::new));
  }

  static Stream<Arguments> commands() {
    return Stream.of(
        option("", "no command given", "expected one such as: strait plan"),
        option("plann", "unknown command 'plann'", "expected one of: plan, "),
        option("--verbose", "unknown option '--verbose'", "expected one of: --help, --version"),
        option("plan", "Missing required parameter: 'GRID APP'"));
  }

  @ParameterizedTest
  @MethodSource
  void commands(String words, List<String> says) throws IOException {
    refused(run(words.isEmpty() ? new String[0] : words.split(" ")), "", says);
  }

  private void refused(String place, List<String> words, String... args) throws IOException {
    refused(plan(args), place, words);
  }

  private static void refused(Run run, String place, List<String> words) {
    assertThat(run.code).as(run.err).isEqualTo(ExitCode.WRONG);
    assertThat(run.out).isEmpty();
    assertThat(run.err).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(run.err.lines().findFirst().orElse("")).contains(place).contains(words);
    if (!place.isEmpty()) {
      assertThat(run.err).hasLineCount(1).matches("(?s)[^ ]*\\Q" + place + "\\E.*");
    }
    assertThat(run.after).isEqualTo(run.before);
  }

  /** What a command line said, and the folder before and after it. */
  private record Run(
      int code, String out, String err, Map<String, String> before, Map<String, String> after) {}

  private Run plan(String... args) throws IOException {
    return run(
        Stream.concat(
                Stream.of("plan"),
                Arrays.stream(args.length == 0 ? new String[] {folder.toString()} : args))
            .toArray(String[]::new));
  }

  private Run run(String... args) throws IOException {
    var before = listing();
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), false, args);
    return new Run(code, out.toString(), err.toString(), before, listing());
  }

  /** Every file of the folder with its size and time. */
  private Map<String, String> listing() throws IOException {
    var listing = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) {
        listing.put(
            file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis());
      }
    }
    return listing;
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}

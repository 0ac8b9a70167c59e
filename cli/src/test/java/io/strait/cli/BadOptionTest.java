package io.strait.cli;

import static io.strait.cli.Refusals.refused;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link BadInputTest}, for the options of {@code strait plan}, and for commands. */
@Timeout(120)
final class BadOptionTest {
  @TempDir Path folder;

  @BeforeEach
  void rightFiles() throws IOException {
    Files.writeString(folder.resolve(BadInputs.GRID), BadInputs.GOOD_GRID);
    Files.writeString(folder.resolve(BadInputs.APP), BadInputs.GOOD_APP);
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
        option("--aggregate 0", "--aggregate '0' is not a number of results", "from 1"),
        option("--aggregate 1e3", "--aggregate '1e3' is not a number of results", "from 1"),
        option(
            "--aggregate 2 --method paper",
            "the method paper with results combined by 2",
            "expected the method flow"),
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
        option(
            "--efficency 85%",
            "unknown option '--efficency'", "--efficiency, --aggregate, --master"),
        option("a.yaml b.yaml", "is one file too many", "expected GRID APP"));
  }

  private static Arguments option(String words, String... says) {
    return arguments(words, List.of(says));
  }

  /** In the table {@code _} stands for a blank inside a word, FOLDER for the test's folder. */
  @ParameterizedTest
  @MethodSource
  void options(String words, List<String> says) throws IOException {
    var args = new ArrayList<>(List.of("plan", folder.toString()));
    for (var word : words.split(" ")) {
      args.add(word.replace('_', ' ').replace("FOLDER", folder.toString()));
    }
    refused(folder, "", says, args.toArray(String[]::new));
  }

  static Stream<Arguments> commands() {
    return Stream.of(
        option("", "no command given", "expected one such as: strait plan"),
        option("plann", "unknown command 'plann'", "expected one of: plan, "),
        option("help plann", "unknown subcommand 'plann', expected one of: plan, simulate"),
        option("--verbose", "unknown option '--verbose'", "expected one of: --help, --version"),
        option("plan", "Missing required parameter: 'GRID APP'"));
  }

  @ParameterizedTest
  @MethodSource
  void commands(String words, List<String> says) throws IOException {
    refused(folder, "", says, words.isEmpty() ? new String[0] : words.split(" "));
  }
}

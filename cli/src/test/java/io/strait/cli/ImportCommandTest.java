package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code strait import simgrid}: what it prints and writes, and how it refuses. */
@Timeout(30)
class ImportCommandTest {
  private static final String GOOD =
      """
      <?xml version="1.0"?>
      <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
      <platform version="4.1">
        <zone id="pair" routing="Full">
          <zone id="left" routing="Full">
            <host id="l1" speed="1Gf" core="2"/>
          </zone>
          <cluster id="right" prefix="r" suffix="" radical="1-4"
                   speed="2Gf" bw="1Gbps" lat="10us" bb_bw="1Gbps" bb_lat="5us"/>
          <link id="gap" bandwidth="1MBps" latency="20ms"/>
          <zoneRoute src="left" dst="right" gw_src="l1" gw_dst="rright_router">
            <link_ctn id="gap"/>
          </zoneRoute>
        </zone>
      </platform>
      """;

  private static final String GRID =
      """
      grid: pair
      clusters:
        left:
          hosts:
          - {name: l1, speed: 1 Gflop/s, cores: 2}
        right:
          lan: {bandwidth: 125 MB/s, latency: 25 us}
          hosts:
          - {name: r, count: 4, speed: 2 Gflop/s}
      links:
      - between: [left, right]
        bandwidth: 1 MB/s
        latency: 20 ms
      """;

  @TempDir Path folder;

  private Path platform(String text) throws IOException {
    return Files.writeString(folder.resolve("platform.xml"), text);
  }

  private CommandLineRun run(String... more) {
    var words =
        Stream.concat(
            Stream.of("import", "simgrid", folder.resolve("platform.xml").toString()),
            Stream.of(more));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  @Test
  void itPrintsAGrid() throws IOException {
    platform(GOOD);
    assertThat(run()).isEqualTo(new CommandLineRun(0, GRID, ""));
  }

  @Test
  void itPrintsAGridAsJson() throws IOException {
    platform(GOOD);
    var json = run("--format", "json").json();
    assertThat(json.at("/clusters/right/hosts/0/count").asInt()).isEqualTo(4);
  }

  @Test
  void itWritesAGridThatCanBePlanned() throws IOException {
    platform(GOOD);
    var grid = folder.resolve("grid.yaml");
    assertThat(run("-o", grid.toString()))
        .isEqualTo(new CommandLineRun(0, "", "wrote %s\n".formatted(grid)));
    assertThat(grid).content(StandardCharsets.UTF_8).isEqualTo(GRID);
    Files.writeString(
        folder.resolve("app.yaml"),
        "app: a\nkind: farm\ntasks: 100\ninput: 1 kB\noutput: 1 kB\nwork: 1 Gflop\n");
    var plan = CommandLineRun.of("plan", folder.toString());
    assertThat(plan.err()).isEmpty();
    assertThat(plan.exitCode()).isZero();
  }

  @Test
  void warningsGoToStandardError() throws IOException {
    var file =
        platform(
            GOOD.replace("core=\"2\"/>", "state_file=\"x\"/><host id=\"a b\" speed=\"1Gf\"/>"));
    var run = run();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("grid: pair\n");
    assertThat(run.err())
        .isEqualTo(
            """
            FILE:5: cluster 'left' has no inner routes: its LAN has no limits
            FILE:6: state_file of <host> is left out: a grid does not change over time
            FILE:6: the host 'a b' is renamed to 'a_b': a name has letters, digits, '_', '.' and '-'
            """
                .replace("FILE", file.toString()));
  }

  @Test
  void otherEncodingsAreRead() throws IOException {
    var text = GOOD.replace("?>", " encoding=\"ISO-8859-1\"?>").replace("l1", "h\u00f4te");
    Files.write(folder.resolve("platform.xml"), text.getBytes(StandardCharsets.ISO_8859_1));
    var run = run();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("name: h\u00f4te");
  }

  private static Arguments bad(String what, String text, String place, String message) {
    return arguments(what, text, place, message);
  }

  private static Arguments change(
      String what, String old, String now, String place, String message) {
    assertThat(GOOD).contains(old);
    return bad(what, GOOD.replace(old, now), place, message);
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        bad("an empty file", "", "1:1", "not valid XML: Premature end of file, expected a SimGrid"),
        bad("no XML", "grid: a\n", "1:1", "not valid XML: Content is not allowed in prolog"),
        bad("cut off", GOOD.substring(0, GOOD.indexOf("<link_ctn") + 9), "12:16", "not valid XML"),
        change("an open tag", "</zoneRoute>", "", "14:5", "must be terminated by the matching"),
        change("two roots", "</platform>", "</platform><x/>", "15:13", "not valid XML"),
        change(
            "a NUL", "\"pair\"", "\"pa\0ir\"", "4:15", "not valid XML: An invalid XML character"),
        change("an unknown encoding", "?>", " encoding=\"x-none\"?>", "1:31", "expected UTF-8"),
        change(
            "an external entity",
            "dtd\">",
            "dtd\" [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "2:1",
            "the DOCTYPE contains declarations, expected only <!DOCTYPE platform SYSTEM"),
        bad(
            "a billion laughs",
            """
            <!DOCTYPE platform [
              <!ENTITY a "ha"> <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
              <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
            ]>
            <platform version="4.1"><zone id="&c;" routing="Full"/></platform>
            """,
            "1:1",
            "the DOCTYPE contains declarations"),
        change("an entity", "\"pair\"", "\"&pair;\"", "4:13", "unknown entity 'pair'"),
        change(
            "an entity as text", "<link_ctn", "&x;<link_ctn", "12:10", "not valid XML: The entity"),
        change(
            "something wrong behind comments and the like",
            "<host id=\"l1\" speed=\"1Gf\"",
            "<!-- <host> '\" --><?host \">?><![CDATA[<host>]]>\n<prop id='>' value=\"'\"/><host"
                + " id=\"l1\" speed='1Q'",
            "7:46",
            "unknown unit 'Q' in speed '1Q'"),
        bad(
            "an encoding and something wrong",
            GOOD.replace("?>", " encoding=\"ISO-8859-1\"?>").replace("1Gf", "1Q"),
            "6:28",
            "unknown unit 'Q' in speed '1Q'"),
        bad("no platform", "<grid/>\n", "1:1", "the file starts with <grid>, expected <platform>"),
        change(
            "no version", " version=\"4.1\"", "", "3:1", "<platform> has no 'version', expected"),
        change("an old version", "\"4.1\"", "\"3\"", "3:20", "version is '3', expected 4 or 4.1"),
        bad(
            "no hosts",
            "<platform version='4.1'><zone id='z' routing='Full'/></platform>",
            "1:1",
            "the platform has no hosts, expected a <host> or a <cluster>"),
        bad("too deep", "<a>".repeat(40), "1:97", "nested deeper than 32 levels, expected"),
        change("no speed", " speed=\"1Gf\"", "", "6:7", "<host> has no 'speed', expected speed="),
        change(
            "an unknown speed unit",
            "1Gf",
            "1Gflop/s",
            "6:28",
            "speed is '1Gflop/s', expected a speed such as 1Gf"),
        change(
            "an unknown unit", "1Gf", "1Qf", "6:28", "unknown unit 'Qf' in speed '1Qf', expected"),
        change("no speed at all", "1Gf", "0f", "6:28", "speed is '0f', expected a number above"),
        change("a huge speed", "1Gf", "1e308Gf", "6:28", "is too large, expected a finite number"),
        change(
            "no cores", "core=\"2\"", "core=\"0\"", "6:39", "core is '0', expected a whole number"),
        change("a bad bandwidth", "1MBps", "1MB/s", "10:31", "bandwidth is '1MB/s', expected"),
        change("a bad latency", "20ms", "-1ms", "10:47", "latency is '-1ms', expected from zero"),
        change("a speed on a line of its own", "2Gf", "2 Gb", "9:21", "unknown unit 'Gb' in speed"),
        change("a bad radical", "1-4", "4-1", "8:55", "radical is '4-1', expected numbers such as"),
        change("too many hosts", "1-4", "1-99999999", "8:5", "more than 10000000 hosts, expected"),
        change(
            "too many hosts alone",
            "suffix=\"\" radical=\"1-4\"",
            "suffix=\".x\" radical=\"1-2000000\"",
            "8:5",
            "more than 1000000 hosts that are not named name1 … namen, expected fewer"),
        change("a missing link", "ctn id=\"gap\"", "ctn id=\"gab\"", "12:21", "unknown link 'gab'"),
        change("a missing zone", "src=\"left\"", "src=\"lost\"", "11:21", "'lost' is not in zone"),
        change(
            "a missing gateway", "gw_src=\"l1\"", "gw_src=\"l2\"", "11:47", "'l2' is not in zone"),
        change(
            "a host twice", "\"l1\" speed", "\"r1\" speed", "8:18", "a second host or router 'r1'"),
        change(
            "a zone twice",
            "id=\"right\"",
            "id=\"left\"",
            "8:18",
            "a second zone 'left', expected"),
        change(
            "a link twice",
            "<link id=",
            "<link id=\"gap\" bandwidth=\"1\"/><link id=",
            "10:45",
            "a second link 'gap', expected every name once"),
        change(
            "no route",
            "<zoneRoute src=\"left\" dst=\"right\" gw_src=\"l1\" gw_dst=\"rright_router\">\n"
                + "      <link_ctn id=\"gap\"/>\n    </zoneRoute>",
            "",
            "8:5",
            "cluster 'right' has no route to 'left', expected one between them or through others"),
        change(
            "an unknown policy",
            "latency=\"20ms\"",
            "sharing_policy=\"OPEN\"",
            "10:54",
            "sharing_policy is 'OPEN', expected one of: SHARED, SPLITDUPLEX, FATPIPE, WIFI"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void wrong(String what, String text, String place, String message) throws IOException {
    refused(platform(text), place, message);
  }

  private void refused(Path file, String place, String message) throws IOException {
    var output = folder.resolve("grid.yaml");
    Files.writeString(output, "as it was");
    var run = CommandLineRun.of("import", "simgrid", file.toString(), "-o", output.toString());
    assertThat(run.err()).startsWith(file + ":" + place + ": ").contains(message, "expected");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(output).hasContent("as it was");
    try (var left = Files.list(folder)) {
      assertThat(left.filter(f -> f.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void filesThatAreNone() throws IOException {
    refused(folder.resolve("nowhere.xml"), "1:1", "no such file, expected a SimGrid platform");
    refused(folder, "1:1", "not a file, expected a SimGrid platform in XML");
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    var huge = folder.resolve("huge.xml");
    try (var file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(100_000_000);
    }
    refused(huge, "1:1", "the file has 100000000 bytes, expected at most 67108864");
  }

  @Test
  void bytesThatAreNoText() throws IOException {
    var file = folder.resolve("bytes.xml");
    Files.write(file, new byte[] {'<', 'a', '>', '\n', (byte) 0xff, '<'});
    refused(file, "2:1", "this byte is not UTF-8 text, expected a SimGrid platform in XML");
  }

  static Stream<Arguments> usage() {
    return Stream.of(
        arguments(
            "import", "no format given, expected: strait import simgrid FILE, slurm or iperf3"),
        arguments("import dot", "unknown command 'dot', expected one of: simgrid, slurm, iperf3"),
        arguments("import simgrid", "Missing required parameter: 'FILE'"),
        arguments("import simgrid a.xml b.xml", "Unmatched argument at index 3: 'b.xml'"),
        arguments("import simgrid a.xml -o no/such/grid.yaml", "the folder of 'no/such/grid.yaml'"),
        arguments("import simgrid a.xml --format xml", "'xml', expected one of: text, json"));
  }

  @ParameterizedTest
  @MethodSource
  void usage(String line, String message) {
    var run = CommandLineRun.of(line.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("strait: ").contains(message);
  }

  @Test
  void itHelps() {
    var run = CommandLineRun.of("import", "simgrid", "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("strait import simgrid examples/imported-platform/platform.xml", "<zoneRoute>");
  }
}

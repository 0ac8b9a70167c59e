package io.strait.farm.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of docs/run-folder.md. */
class EventsFileTest {
  /** Every line that there may be. */
  private static final Pattern LINE =
      Pattern.compile(
          "strait-events\t1\t\\d+\t[0-9.E]+\t[0-9TZ:.-]+"
              + "|n\t\\d+\t(-1|\\d+)\t(master|gateway|worker)\t[^\t]*"
              + "|\\+\t\\d+\t\\d+"
              + "|-\t\\d+\t\\d+\t[^\t]*"
              + "|[sr]\t\\d+\t\\d+\t\\d+"
              + "|t\t\\d+\t\\d+\t\\d+\t\\d+\t(ok|failed)"
              + "|b\t\\d+\t\\d+\t\\d+\t\\d+\t\\d+"
              + "|l\t\\d+\t\\d+\t\\d+\t\\d+"
              + "|f\t\\d+\t\\d+"
              + "|m\t\\d+\t[^\t]*");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve(EventsFile.NAME);
  }

  private EventsFile open(double scale) throws IOException {
    return EventsFile.open(folder, 60, scale, FarmLog.people(line -> {}, false));
  }

  private List<String> lines() throws IOException {
    var lines = Files.readAllLines(file, UTF_8);
    assertThat(lines).allMatch(line -> LINE.matcher(line).matches());
    return lines;
  }

  private static Message.Trace tasks(
      List<String> path, int[] tasks, long[] ago, long[] took, boolean... failed) {
    return new Message.Trace(
        path, Message.Trace.Event.NONE, tasks, ago, took, failed, 0, 0, 0, 0, 0);
  }

  private static Message.Trace event(List<String> path, Message.Trace.Event event) {
    return new Message.Trace(
        path, event, new int[0], new long[0], new long[0], new boolean[0], 0, 0, 0, 0, 0);
  }

  @Test
  void everyKindOfLine() throws IOException {
    var before = Instant.now();
    try (var events = open(2.5)) {
      events.joined("spain", Message.Role.GATEWAY);
      events.joined("front", Message.Role.WORKER);
      var es = List.of("spain", "es");
      events.traced(es, event(es, Message.Trace.Event.JOINED));
      events.traced(
          es, tasks(es, new int[] {4, 5}, new long[] {0, 0}, new long[] {0, 0}, false, true));
      events.traced(
          es,
          new Message.Trace(
              es,
              Message.Trace.Event.NONE,
              new int[0],
              new long[0],
              new long[0],
              new boolean[0],
              300,
              0,
              0,
              1_000,
              20));
      events.traced(es, event(es, Message.Trace.Event.GONE));
      events.gone("front", "it left");
      events.silent("spain", 0);
      events.handedBack("spain", 12);
      events.sample(7);
      events.sample(7);
      events.sample(9);
      events.mark("a mark");
    }
    var lines = lines();
    assertThat(lines.getFirst()).startsWith("strait-events\t1\t60\t2.5\t");
    assertThat(Instant.parse(lines.getFirst().split("\t")[4])).isBetween(before, Instant.now());
    var untimed =
        lines.stream().skip(1).map(l -> l.replaceFirst("^([^n])\t\\d+", "$1\tT")).toList();
    assertThat(untimed)
        .containsExactly(
            "n\t0\t-1\tmaster\tmaster",
            "m\tT\tthe master began",
            "n\t1\t0\tgateway\tspain",
            "+\tT\t1",
            "n\t2\t0\tworker\tfront",
            "+\tT\t2",
            "n\t3\t1\tworker\tes",
            "+\tT\t3",
            "t\tT\t3\t4\t0\tok",
            "t\tT\t3\t5\t0\tfailed",
            "b\tT\t3\t300\t0\t0",
            "l\tT\t3\t1000\t20",
            "-\tT\t3\tits connection is gone",
            "-\tT\t2\tit left",
            "s\tT\t1\t0",
            "r\tT\t1\t12",
            "f\tT\t7",
            "f\tT\t9",
            "m\tT\ta mark");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void gatewaysBelowGatewaysAreNoWorkers() throws IOException {
    var madrid = List.of("spain", "madrid");
    var worker = List.of("spain", "madrid", "m1");
    try (var events = open(1)) {
      events.joined("spain", Message.Role.GATEWAY);
      events.traced(madrid, event(madrid, Message.Trace.Event.GATEWAY_JOINED));
      events.traced(worker, event(worker, Message.Trace.Event.JOINED));
    }
    assertThat(lines())
        .contains("n\t2\t1\tgateway\tmadrid", "n\t3\t2\tworker\tm1")
        .noneMatch(line -> line.matches("n.*worker\tmadrid"));
  }

  /** That it joined may be lost; then it is one when somebody below it is heard of. */
  @Test
  void whoHasSomebodyBelowIsAGateway() throws IOException {
    var madrid = List.of("spain", "madrid");
    try (var events = open(1)) {
      events.joined("spain", Message.Role.GATEWAY);
      events.traced(madrid, event(madrid, Message.Trace.Event.GONE));
    }
    try (var events = open(1)) {
      var worker = List.of("spain", "madrid", "m1");
      events.traced(worker, event(worker, Message.Trace.Event.JOINED));
      // But who computes is a worker, and stays one.
      var other = List.of("spain", "es");
      events.traced(other, tasks(other, new int[] {1}, new long[] {0}, new long[] {0}, false));
      events.traced(other, event(other, Message.Trace.Event.GATEWAY_JOINED));
    }
    assertThat(lines().stream().filter(line -> line.startsWith("n")))
        .containsExactly(
            "n\t0\t-1\tmaster\tmaster",
            "n\t1\t0\tgateway\tspain",
            "n\t2\t1\tworker\tmadrid",
            "n\t2\t1\tgateway\tmadrid",
            "n\t3\t2\tworker\tm1",
            "n\t4\t1\tworker\tes");
  }

  @Test
  void timesAreThoseOfTheRunsClock() throws IOException, InterruptedException {
    try (var events = open(1_000)) {
      Thread.sleep(20);
      var path = List.of("es");
      events.traced(
          path, tasks(path, new int[] {1}, new long[] {5_000_000}, new long[] {3_000_000}, false));
      events.mark("now");
    }
    var task = lines().stream().filter(l -> l.startsWith("t")).findFirst().orElseThrow();
    var mark = lines().getLast();
    assertThat(task).matches("t\t\\d+\t1\t1\t3000\tok");
    long ended = Long.parseLong(task.split("\t")[1]);
    assertThat(ended).isGreaterThanOrEqualTo(15_000);
    assertThat(Long.parseLong(mark.split("\t")[1])).isGreaterThanOrEqualTo(ended + 5_000);
  }

  @Test
  void aLaterLifeGoesOnBehindATornLine() throws IOException {
    try (var events = open(1)) {
      events.joined("spain", Message.Role.GATEWAY);
      events.traced(
          List.of("spain", "es"), event(List.of("spain", "es"), Message.Trace.Event.JOINED));
    }
    var first = lines();
    // Killed in the middle of a line, and of a letter.
    Files.write(
        file,
        new byte[] {'m', '\t', '5', '\t', (byte) 0xe2, (byte) 0x82},
        StandardOpenOption.APPEND);
    try (var events = open(1)) {
      events.joined("front", Message.Role.WORKER);
      events.joined("spain", Message.Role.GATEWAY);
    }
    var lines = lines();
    assertThat(lines.subList(0, first.size())).isEqualTo(first);
    var fresh = lines.subList(first.size(), lines.size()).stream();
    assertThat(fresh.map(l -> l.replaceFirst("^([^n])\t\\d+", "$1\tT")))
        .containsExactly(
            "m\tT\tthe master began again", "n\t3\t0\tworker\tfront", "+\tT\t3", "+\tT\t1");
    assertThat(lines.stream().filter(l -> !l.startsWith("n") && !l.startsWith("s")))
        .isSortedAccordingTo(
            java.util.Comparator.comparingLong(l -> Long.parseLong(l.split("\t")[1])));
  }

  @Test
  void timesGoOnFromTheFirstLife() throws IOException {
    Files.writeString(
        file, "strait-events\t1\t60\t1\t%s\n".formatted(Instant.now().minusSeconds(3_600)));
    open(1).close();
    assertThat(lines().getLast()).matches("m\t36\\d{5}\tthe master began again");
  }

  @Test
  void anEmulatedClockStandsStillBetweenLives() throws IOException {
    Files.writeString(
        file,
        "strait-events\t1\t60\t1000\t%s\nf\t5000\t3\nf\t4000\t2\n"
            .formatted(Instant.now().minusSeconds(3_600)));
    open(1000).close();
    var mark = lines().getLast();
    assertThat(mark).endsWith("\tthe master began again");
    // An hour would be 3,600,000,000.
    assertThat(Long.parseLong(mark.split("\t")[1])).isBetween(5_000L, 1_000_000_000L);
  }

  @Test
  void aFileThatIsNoneBeginsAnew() throws IOException {
    for (var text : List.of("", "torn", "strait-events\t1\t60\t1\tyesterday\n", "\n\n")) {
      Files.writeString(file, text);
      open(1).close();
      assertThat(lines().getFirst()).startsWith("strait-events\t1\t60\t1\t");
      assertThat(lines()).hasSize(3);
      Files.delete(file);
    }
  }

  /** Whatever a disk made of a line: the others are kept. */
  @Test
  void oneBadLineIsNotTheEndOfTheOthers() throws IOException {
    try (var events = open(2)) {
      events.joined("spain", Message.Role.GATEWAY);
    }
    var bad = "t\tx\t99999999999\ty\tz\tok\nf\t-\t99999999999999999999\n\n";
    Files.writeString(file, bad, StandardOpenOption.APPEND);
    var before = Files.readString(file);
    try (var events = open(2)) {
      events.joined("spain", Message.Role.GATEWAY);
    }
    assertThat(Files.readString(file)).startsWith(before).doesNotContain("n\t2");
  }

  @Test
  void hostileNamesStayInTheirField() throws IOException {
    var hostile = List.of("a\tb", "c\nd", "e\r\u0000f", "\u2028g\u0085", "ü€\ud83d\ude80", "");
    for (int life = 0; life < 2; life++) {
      try (var events = open(1)) {
        for (var name : hostile) {
          events.joined(name, Message.Role.WORKER);
          events.gone(name, name);
        }
        events.mark("x\ty\nz");
      }
    }
    var text = Files.readString(file).split("\n", -1);
    assertThat(text[text.length - 1]).isEmpty();
    // Two marks and the nodes' two lines in each life; nodes are introduced once.
    assertThat(text).hasSize(1 + 1 + hostile.size() + 2 * (2 + 2 * hostile.size()) + 1);
    assertThat(text).contains("n\t1\t0\tworker\ta?b", "n\t2\t0\tworker\tc?d");
  }

  @Test
  void hostileNumbersMakeNoHostileLines() throws IOException {
    long[] wild = {Long.MIN_VALUE, Long.MAX_VALUE, -1};
    try (var events = open(1e9)) {
      events.joined("gate", Message.Role.GATEWAY);
      for (var path : List.of(List.of("w"), List.of("gate"))) {
        events.traced(path, tasks(path, new int[] {1, 2, 3}, wild, wild, false, false, false));
        for (long number : wild) {
          events.traced(
              path,
              new Message.Trace(
                  path,
                  Message.Trace.Event.NONE,
                  new int[0],
                  new long[0],
                  new long[0],
                  new boolean[0],
                  Integer.MAX_VALUE,
                  number,
                  number,
                  number,
                  5));
        }
      }
    }
    var lines = lines();
    // Gateways compute nothing.
    assertThat(lines.stream().filter(l -> l.matches("[tb].*"))).hasSize(6);
    assertThat(lines.stream().filter(l -> l.matches("[tb].*")))
        .allMatch(l -> l.split("\t")[2].equals("2"));
    for (var line : lines) {
      if (line.matches("[tbl].*")) {
        assertThat(Long.parseLong(line.split("\t")[1])).isLessThan(100_000_000_000_000L);
      }
    }
  }
}

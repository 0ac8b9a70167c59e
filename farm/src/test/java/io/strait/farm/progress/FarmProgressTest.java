package io.strait.farm.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.message.Message.Role;
import io.strait.farm.protocol.ChildState;
import io.strait.farm.run.FarmStatus;
import io.strait.kind.file.Span;
import io.strait.view.LiveBlock;
import io.strait.view.Style;
import io.strait.view.Terminal;
import io.strait.view.TextWidth;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The view of a run, from fixed statuses, at any width. */
class FarmProgressTest {
  /** A child that is heard all the time. */
  private static final long ALWAYS = Long.MAX_VALUE;

  private static final Style PLAIN = new Style(false);

  @Test
  void eightyColumns() {
    assertThat(block(view(1), 80))
        .isEqualTo(
            """
            ██████████████▍░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   32 %  160 of 500 tasks  1 failed
            11.0/s now   12.0/s promised   91 % of it
            29.9 s left   43.9 s in all   41.7 s planned
                       workers  done    rate  planned
            argentina      2/3    80  5.48/s   3.00/s
            spain          –/2    80  5.48/s   8.50/s  cut off for 12 s, 8 failures
            brazil         –/1     0     0/s  0.500/s  not here yet
            """);
  }

  @Test
  void fortyColumns() {
    assertThat(block(view(1), 40))
        .isEqualTo(
            """
            █▌░░░   32 %  160 of 500 tasks  1 failed
            11.0/s now   12.0/s promised
            29.9 s left   43.9 s in all

            argentina
            spain      cut off for 12 s, 8 failures
            brazil     not here yet
            """);
  }

  @Test
  void twoHundredColumns() {
    assertThat(block(view(1), 200))
        .isEqualTo(
            """
            ███████████████████▏░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   32 %  160 of 500 tasks  1 failed
            11.0/s now   12.0/s promised   91 % of it
            29.9 s left   43.9 s in all   41.7 s planned
                       workers  done    rate  planned                   in     out
            argentina      2/3    80  5.48/s   3.00/s  ████████  12.7 MB/s  22 B/s
            spain          –/2    80  5.48/s   8.50/s  █████▏░░   6.3 MB/s  11 B/s  cut off for 12 s, 8 failures
            brazil         –/1     0     0/s  0.500/s  ░░░░░░░░      0 B/s   0 B/s  not here yet
            """);
  }

  @Test
  void anEmulatedRunIsShownInItsOwnClock() {
    assertThat(block(view(100), 80))
        .isEqualTo(
            """
            ██████████████▍░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   32 %  160 of 500 tasks  1 failed
            0.110/s now   0.120/s promised   91 % of it
            49 min 50 s left   (29.9 s in real time)   1 h 13 min in all   1 h 9 min planned
                       done      rate    planned
            argentina    80  0.0548/s   0.0300/s
            spain        80  0.0548/s   0.0850/s  cut off for 20 min 0 s, 8 failures
            brazil        0       0/s  0.00500/s  not here yet
            """);
  }

  @Test
  void aPlanThatKnewNothingPromisesNothing() {
    var meters = new ProgressMeters(plan(1), plan(1).result(), false, 1, 0);
    assertThat(block(meters.look(status(120, here(30, 7)), 10_000_000_000L), 80))
        .isEqualTo(
            """
            ██████████▊░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   24 %  120 of 500 tasks  1 failed
            12.0/s now
            31.7 s left   41.7 s in all
                       workers  done    rate         in     out
            argentina      2/3    60  6.00/s  13.9 MB/s  24 B/s
            spain          –/2    60  6.00/s   6.9 MB/s  12 B/s  cut off for 8 s, 7 failures
            brazil         –/1     0     0/s      0 B/s   0 B/s  not here yet
            """);
  }

  @Test
  void ofManyClustersTheBusiestAndThoseInTroubleAreShown() {
    var clusters =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    new ProgressView.ClusterView(
                        "cluster" + i,
                        -1,
                        10,
                        i == 3 ? ProgressView.State.CUT_OFF : ProgressView.State.HERE,
                        i * 10,
                        i == 3 ? 0 : i,
                        20,
                        1e3 * i,
                        0,
                        0,
                        i == 3 ? 7 : 0))
            .toList();
    var view = new ProgressView(1000, 500, 0, 700, 800, 10, 20, 18, Double.NaN, 0, clusters);
    assertThat(String.join("\n", ProgressText.block(view, new Terminal.Size(60, 9), PLAIN)))
        .isEqualTo(
            """
            ████████████████▌░░░░░░░░░░░░░░░░   50 %  500 of 1,000 tasks
            700/s now   800/s promised   88 % of it
            10.0 s left   20.0 s in all   18.0 s planned
                       workers  done    rate  planned
            cluster3      –/10    30     0/s   20.0/s  cut off for 7 s
            cluster38     –/10   380  38.0/s   20.0/s
            cluster39     –/10   390  39.0/s   20.0/s
            … and 37 more
            """
                .stripTrailing());
    assertThat(ProgressText.line(view)).contains("; cluster39: ").endsWith("; and 35 more");
  }

  @Test
  void nothingIsWiderOrHigherThanTheTerminal() {
    var random = new Random(5);
    for (int i = 0; i < 600; i++) {
      var size = new Terminal.Size(1 + random.nextInt(220), 1 + random.nextInt(40));
      var lines = ProgressText.block(randomView(random), size, PLAIN);
      assertThat(lines).hasSizeLessThanOrEqualTo(Math.max(1, size.lines() - 1));
      assertThat(lines).allMatch(line -> TextWidth.of(line) <= size.columns());
    }
  }

  @Test
  void coloursTakeNoRoom() {
    var size = new Terminal.Size(80, 24);
    var coloured = ProgressText.block(view(1), size, new Style(true));
    assertThat(coloured).anyMatch(line -> line.contains("\u001b[31m"));
    assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "")))
        .isEqualTo(ProgressText.block(view(1), size, PLAIN));
  }

  @Test
  void elsewhereALineNowAndThen() {
    var err = new StringWriter();
    var progress = progress(err, false);
    for (int i = 0; i <= 120; i++) { // 24 s
      progress.show(status(4 * i, here(i, 0)), i * 200_000_000L);
    }
    progress.say("strait: careful");
    progress.end();
    assertThat(err)
        .hasToString(
            """
            20 of 500 tasks (4 %), 1 failed, 20.0/s now, 12.0/s promised, 167 % of it, 24.0 s left, 25.0 s in all, 41.7 s planned; argentina: 2/3 workers, 10 done, 10.0/s of 3.00/s, in 23.1 MB/s, out 40 B/s; spain: –/2 workers, 10 done, 10.0/s of 8.50/s, in 11.6 MB/s, out 20 B/s, cut off for 0 s; brazil: –/1 workers, 0 done, 0/s of 0.500/s, in 0 B/s, out 0 B/s, not here yet
            220 of 500 tasks (44 %), 1 failed, 20.0/s now, 12.0/s promised, 167 % of it, 14.0 s left, 25.0 s in all, 41.7 s planned; argentina: 2/3 workers, 110 done, 10.0/s of 3.00/s, in 23.1 MB/s, out 40 B/s; spain: –/2 workers, 110 done, 10.0/s of 8.50/s, in 11.6 MB/s, out 20 B/s, cut off for 9 s; brazil: –/1 workers, 0 done, 0/s of 0.500/s, in 0 B/s, out 0 B/s, not here yet
            420 of 500 tasks (84 %), 1 failed, 20.0/s now, 12.0/s promised, 167 % of it, 4.0 s left, 25.0 s in all, 41.7 s planned; argentina: 2/3 workers, 210 done, 10.0/s of 3.00/s, in 23.1 MB/s, out 40 B/s; spain: –/2 workers, 210 done, 10.0/s of 8.50/s, in 11.6 MB/s, out 20 B/s, cut off for 19 s; brazil: –/1 workers, 0 done, 0/s of 0.500/s, in 0 B/s, out 0 B/s, not here yet
            strait: careful
            """);
  }

  @Test
  void quietShowsNothingButWhatIsSaid() {
    var err = new StringWriter();
    var progress = progress(err, true);
    progress.show(status(1, here(1, 0)), 50_000_000_000L);
    progress.say("strait: careful");
    progress.end();
    assertThat(err).hasToString("strait: careful\n");
  }

  @Test
  void aWorkerThatIsStartedAnewCountsOn() {
    var meters = new ProgressMeters(plan(1), plan(1).result(), true, 1, 0);
    meters.look(status(10, List.of(worker("ar1", 10))), 1_000_000_000L);
    meters.look(status(10, List.of()), 2_000_000_000L);
    var view = meters.look(status(14, List.of(worker("ar1", 4))), 3_000_000_000L);
    assertThat(view.clusters().getFirst().finished()).isEqualTo(14);
    assertThat(view.clusters().getFirst().workers()).isEqualTo(1);
  }

  @Test
  void theWorkersOfAGatewayAreCountedWhileItIsThere() {
    var meters = new ProgressMeters(plan(1), plan(1).result(), true, 1, 0);
    for (boolean connected : List.of(true, false)) {
      var spain = new ChildState("spain", Role.GATEWAY, connected, 0, 7, 1, 0, 0, 0, 0);
      var view = meters.look(status(1, List.of(spain)), 1_000_000_000L);
      assertThat(block(view, 80)).contains(connected ? "spain          2/2" : "spain          –/2");
      assertThat(block(view, 80)).contains("brazil         –/1"); // was never here
    }
    var other = new ChildState("chile", Role.GATEWAY, true, 0, 7, 1, 0, 0, 0, 0);
    var view = meters.look(status(1, List.of(other)), 2_000_000_000L);
    assertThat(view.clusters().getLast().workers()).isEqualTo(-1); // has told of nobody
  }

  @Test
  void aSteadyRateIsSeenAtOnceAndAChangeSoon() {
    var meter = new RateMeter(4);
    for (int i = 0; i < 100; i++) {
      meter.add(2, 0.2);
      assertThat(meter.perSecond()).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
    }
    for (int i = 0; i < 100; i++) {
      meter.add(0, 0.2);
    }
    assertThat(meter.perSecond()).isLessThan(0.1);
    var slow = new RateMeter(4); // one in 100 s
    for (int i = 1; i <= 10_000; i++) {
      slow.add(i % 500 == 0 ? 1 : 0, 0.2);
    }
    assertThat(slow.perSecond()).isBetween(0.009, 0.012);
  }

  /** A run whose only cluster is cut off after 400 tasks: no rates of nothing, no end in sight. */
  @Test
  void whileNothingComesThereIsNoEstimate() {
    var meters = new ProgressMeters(plan(1), plan(1).result(), true, 1, 0);
    long second = 1_000_000_000L;
    for (int i = 1; i <= 40; i++) {
      var here = new ChildState("spain", Role.GATEWAY, true, 0, 7, 10 * i, 0, 0, 0, i * second);
      var view = meters.look(status(10 * i, List.of(here)), i * second);
      assertThat(block(view, 120)).contains("10.0/s now").contains(" left   ");
    }
    var silent = new ChildState("spain", Role.GATEWAY, true, 0, 7, 400, 0, 0, 0, 40 * second);
    var early = new ProgressMeters(plan(1), plan(1).result(), true, 1, 0);
    assertThat(block(early.look(status(400, List.of(silent)), 50 * second), 120))
        .doesNotContain("silent");
    assertThat(block(early.look(status(400, List.of(silent)), 52 * second), 120))
        .contains("silent for 12 s"); // though its connection is open still
    var gone = new ChildState("spain", Role.GATEWAY, false, 0, 7, 400, 0, 0, 0, 40 * second);
    for (int i = 41; i <= 140; i++) {
      var view = meters.look(status(400, List.of(gone)), i * second);
      var text = block(view, 120) + ProgressText.line(view);
      assertThat(text)
          .doesNotContain("e-")
          .contains("cut off for " + (i < 100 ? i - 40 + " s" : "1 min"));
      if (i > 48) {
        assertThat(text).doesNotContain(" left").doesNotContain(" in all");
        assertThat(ProgressText.line(view))
            .contains(" promised, ")
            .contains("%% of it, cut off for %s".formatted(i < 100 ? i - 40 + " s" : "1 min"));
      }
      if (i > 60) {
        assertThat(text).contains("0/s now");
      }
    }
    var back = new ChildState("spain", Role.GATEWAY, true, 0, 7, 420, 0, 0, 0, 141 * second);
    var view = meters.look(status(420, List.of(back)), 141 * second);
    assertThat(block(view, 120)).contains(" left").doesNotContain("cut off");
  }

  @Test
  void smallRatesHaveAUnitThatSuitsThem() {
    assertThat(ProgressText.rate(0.0123)).isEqualTo("0.0123/s");
    assertThat(ProgressText.rate(1.0 / 86_400)).isEqualTo("0.0417/h");
    assertThat(ProgressText.rate(1.75e-8)).isEqualTo("0/s");
  }

  /** Whatever is shown and said, in whatever terminal: the screen has it and nothing else. */
  @Test
  void theBlockLeavesNothingBehind() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var text = new StringWriter();
      var block = new LiveBlock(new PrintWriter(text));
      var screen = new Screen();
      var said = new ArrayList<String>();
      for (int step = 0; step < 20; step++) {
        List<String> lines = List.of();
        switch (random.nextInt(4)) {
          case 0 -> {
            said.add("said " + step);
            block.say("said " + step, 80);
          }
          case 1 -> block.clear(80);
          default -> {
            lines = lines(random);
            block.show(lines, 80);
          }
        }
        screen.write(text.toString());
        text.getBuffer().setLength(0);
        var expected = new ArrayList<>(said);
        expected.addAll(lines);
        assertThat(screen.lines()).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void aNarrowerTerminalHasBrokenTheLines() {
    var text = new StringWriter();
    var block = new LiveBlock(new PrintWriter(text));
    block.show(List.of("x".repeat(70), "y".repeat(20)), 80);
    text.getBuffer().setLength(0);
    block.show(List.of("z"), 30);
    assertThat(text.toString()).contains("\r\u001b[4A"); // 70 in three rows, 20 in one
  }

  private static List<String> lines(Random random) {
    return IntStream.range(0, 1 + random.nextInt(5))
        .mapToObj(i -> "x".repeat(1 + random.nextInt(30)))
        .toList();
  }

  private static FarmProgress progress(StringWriter err, boolean quiet) {
    return new FarmProgress(
        new PrintWriter(err),
        new FarmProgress.Look(null, false, quiet),
        new ProgressMeters(plan(1), plan(1).result(), true, 1, 0),
        0);
  }

  private static String block(ProgressView view, int columns) {
    return String.join("\n", ProgressText.block(view, new Terminal.Size(columns, 24), PLAIN))
        + "\n";
  }

  /** After ten seconds, one of two gateways was here and is gone. */
  private static ProgressView view(double scale) {
    var meters = new ProgressMeters(plan(scale), plan(scale).result(), true, scale, 0);
    meters.look(status(120, here(30, 7)), 10_000_000_000L);
    return meters.look(status(160, here(40, 8)), 14_000_000_000L);
  }

  private static List<ChildState> here(int finished, int failures) {
    return List.of(
        worker("ar1", finished),
        worker("ar2", finished),
        new ChildState(
            "spain",
            Role.GATEWAY,
            false,
            0,
            7,
            finished * 2 + failures,
            failures,
            finished * 2_310_244L,
            finished * 4L,
            2_000_000_000L));
  }

  private static ChildState worker(String name, int finished) {
    return new ChildState(
        name, Role.WORKER, true, 1, 1, finished, 0, finished * 2_310_244L, finished * 4L, ALWAYS);
  }

  private static FarmStatus status(int finished, List<ChildState> children) {
    return new FarmStatus(
        "run",
        500,
        finished,
        0,
        Map.of(3, "why"),
        9,
        0,
        1,
        10,
        finished / 10.0,
        10,
        children,
        List.of(),
        Map.of("spain", 2, "brazil", 1),
        List.of());
  }

  private static FarmPlan plan(double scale) {
    var clusters =
        List.of(
            cluster("argentina", List.of("ar1", "ar2", "ar3"), 3 / scale),
            cluster("spain", List.of("es1", "es2"), 8.5 / scale),
            cluster("brazil", List.of("br1"), 0.5 / scale),
            cluster("unused", List.of(), 0));
    var total =
        new PhasePlan.Total(
            6,
            15 / scale,
            12 / scale,
            4,
            0.8,
            500 * scale / 12.0,
            0,
            "spain",
            Span.of(500 * scale / 12.0));
    return new FarmPlan(
        "front",
        "argentina",
        "argentina",
        500,
        0.8,
        Objective.EFFICIENT,
        null,
        List.of(new PhasePlan(PhasePlan.Phase.TUNED, total, clusters, List.of(), List.of())),
        List.of());
  }

  private static ClusterPlan cluster(String name, List<String> workers, double rate) {
    return new ClusterPlan(name, workers, rate, rate, rate, 1, 1, 1, 0, "");
  }

  private static ProgressView randomView(Random random) {
    var names = List.of("a", "a-cluster-with-quite-a-long-name", "東京", "b.c");
    var clusters =
        IntStream.range(0, random.nextInt(30))
            .mapToObj(
                i ->
                    new ProgressView.ClusterView(
                        names.get(random.nextInt(4)) + i,
                        random.nextInt(30) - 1,
                        random.nextInt(100_000),
                        ProgressView.State.values()[random.nextInt(3)],
                        random.nextInt(),
                        Math.exp(random.nextInt(40) - 20),
                        random.nextBoolean() ? Double.NaN : Math.exp(random.nextInt(40) - 20),
                        Math.exp(random.nextInt(40)),
                        0,
                        random.nextInt(3),
                        Math.exp(random.nextInt(20))))
            .toList();
    int tasks = random.nextInt(1_000_000_000);
    double left = Math.exp(random.nextInt(40));
    return new ProgressView(
        tasks, tasks / 2, tasks / 3, 1e6, 1e7, left, 2 * left, left, left / 7, 0, clusters);
  }

  /** As much of a terminal as the block needs. */
  private static final class Screen {
    private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
    private int row;
    private int column;

    void write(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\u001b') {
          int end = i + 2;
          while (!Character.isLetter(text.charAt(end))) {
            end++;
          }
          control(text.substring(i + 2, end), text.charAt(end));
          i = end;
        } else if (c == '\r') {
          column = 0;
        } else if (c == '\n') {
          column = 0;
          if (++row == rows.size()) {
            rows.add(new StringBuilder());
          }
        } else {
          var line = rows.get(row);
          line.replace(column, Math.min(line.length(), column + 1), Character.toString(c));
          column++;
        }
      }
    }

    private void control(String number, char kind) {
      switch (kind) {
        case 'A' -> row -= Integer.parseInt(number);
        case 'K' -> rows.get(row).setLength(column);
        case 'J' -> {
          rows.get(row).setLength(column);
          rows.subList(row + 1, rows.size()).clear();
        }
        case 'h', 'l' -> assertThat(number).startsWith("?");
        default -> throw new AssertionError("unexpected control " + kind);
      }
    }

    List<String> lines() {
      assertThat(rows.getLast()).isEmpty(); // where the cursor is
      return rows.subList(0, rows.size() - 1).stream().map(StringBuilder::toString).toList();
    }
  }
}

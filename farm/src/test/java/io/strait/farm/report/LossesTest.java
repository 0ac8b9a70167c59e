package io.strait.farm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.FarmFile;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.launch.Site.Incident;
import io.strait.launch.Site.Incident.Kind;
import io.strait.model.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Series of events whose losses are known. Two workers are at home, two are far away behind a
 * gateway. Runs take 72 s, so that a bin is 100 ms.
 */
class LossesTest {
  private static final String GRID =
      """
      grid: two
      home: near
      clusters:
        near:
          lan: {bandwidth: 1 MB/s}
          hosts: [{name: front, role: master}, {name: a, count: 2, rate: 1/s}]
        far:
          lan: {bandwidth: 1 MB/s}
          hosts: [{name: b, count: 2, rate: 1/s}]
      links: [{between: [near, far], bandwidth: 2 kB/s}]
      """;
  private static final String APP = "{app: tiny, kind: farm, tasks: 1000, output: 1 kB}";
  private static final String BEGAN = "2026-01-01T12:00:00Z";
  private static final int MASTER_NODES = 2;
  private static final int[] WORKERS = {2, 3, 4, 5};
  private static final int LAST = 72;

  @TempDir private Path folder;
  private final List<String> lines = new ArrayList<>();
  private final List<Incident> incidents = new ArrayList<>();
  private final double[] planned = new double[64];
  private int tasks;

  LossesTest() {
    Arrays.fill(planned, Double.NaN);
    lines.add("n\t0\t-1\tmaster\tfront");
    lines.add("n\t1\t0\tgateway\tfar");
    var names = List.of("a1", "a2", "b1", "b2");
    for (int w = 0; w < WORKERS.length; w++) {
      lines.add("n\t%d\t%d\tworker\t%s".formatted(WORKERS[w], w / MASTER_NODES, names.get(w)));
    }
    lines.add("+\t0\t1");
    for (int worker : WORKERS) {
      lines.add("+\t0\t%d".formatted(worker));
    }
  }

  /** A worker computes tasks of a second each. */
  private void busy(int worker, int from, int to) {
    for (int second = from; second < to; second++) {
      task(worker, second, second + 1);
    }
  }

  private void task(int worker, double from, double to) {
    lines.add(
        "t\t%d\t%d\t%d\t%d\tok"
            .formatted(
                Math.round(1e3 * to),
                worker,
                tasks++,
                Math.round(1e3 * to) - Math.round(1e3 * from)));
  }

  private void busy(int from, int to) {
    for (int worker : WORKERS) {
      busy(worker, from, to);
    }
  }

  private void fault(int second, Kind kind, String where, String fault) {
    incidents.add(
        new Incident(Instant.parse(BEGAN).plusSeconds(second), second, kind, where, fault));
  }

  private Losses losses() throws IOException {
    var file = folder.resolve("events.tsv");
    var head = "strait-events\t1\t%d\t1\t%s\n".formatted(tasks, BEGAN);
    Files.writeString(
        file, head + String.join("\n", lines) + "\nf\t%d\t%d\n".formatted(1000 * LAST, tasks));
    var inputs = FarmFile.inputs(Document.parse("grid", GRID), Document.parse("app", APP));
    var plan = FarmPlanner.plan(inputs.grid(), inputs.app(), PlanOptions.DEFAULT);
    var index = EventIndex.read(file);
    index.add(incidents);
    var bins = EventBins.read(index, new Crew(index, plan, inputs.grid()), inputs.grid());
    return Losses.of(bins, planned);
  }

  /** Everything that is lost has this cause, in seconds. */
  private void assertLost(Object... causesAndSeconds) throws IOException {
    var losses = losses();
    assertThat(losses.capacity()).isCloseTo(4e3 * LAST, within(1.0));
    double sum = 0;
    for (int i = 0; i < causesAndSeconds.length; i += 2) {
      var cause = (LossCause) causesAndSeconds[i];
      double seconds = ((Number) causesAndSeconds[i + 1]).doubleValue();
      assertThat(losses.amount(cause) / 1e3).as("%s", cause).isCloseTo(seconds, within(0.02));
      sum += seconds;
    }
    assertThat(losses.total() / 1e3).as("all of %s", losses.causes()).isCloseTo(sum, within(0.02));
    assertShares(losses);
  }

  private static void assertShares(Losses losses) {
    double shares = Stream.of(LossCause.values()).mapToDouble(losses::share).sum();
    assertThat(shares).isCloseTo(losses.total() > 0 ? 1 : 0, within(1e-9));
    for (var cause : LossCause.values()) {
      assertThat(losses.amount(cause)).isNotNegative();
    }
  }

  @Test
  void nothingIsLostWhereAllComputeAlways() throws IOException {
    busy(0, LAST);
    assertLost();
  }

  /**
   * The lab says when the gap was cut, whatever the master noticed, and nothing comes until 41 s.
   */
  @Test
  void aCutOfALab() throws IOException {
    busy(2, 0, LAST);
    busy(3, 0, LAST);
    for (int worker : new int[] {4, 5}) {
      busy(worker, 0, 22);
      busy(worker, 41, LAST);
    }
    fault(20, Kind.CUT, "near-far", "cut near-far for 20 s");
    fault(40, Kind.END, "near-far", "cut near-far for 20 s");
    lines.add("l\t41000\t1\t1000\t0");
    assertLost(LossCause.CUT, 2 * 19);
  }

  /** Without a lab, a cut began with the last word: 18 s before it was noticed at 38 s. */
  @Test
  void aCutThatWasNoticedLate() throws IOException {
    busy(2, 0, LAST);
    busy(3, 0, LAST);
    for (int worker : new int[] {4, 5}) {
      busy(worker, 0, 20);
      busy(worker, 40, LAST);
    }
    lines.add("s\t38000\t1\t18000");
    lines.add("-\t38000\t1\tit has been silent too long");
    lines.add("+\t40000\t1");
    assertLost(LossCause.CUT, 2 * 20);
  }

  @Test
  void aWorkerThatDiesAndOneThatComesBack() throws IOException {
    busy(2, 0, LAST);
    busy(3, 0, 30);
    lines.add("-\t30000\t3\tits connection is gone");
    busy(4, 0, LAST);
    busy(5, 0, 10);
    lines.add("-\t10000\t5\tits connection is gone");
    lines.add("+\t16000\t5");
    busy(5, 16, LAST);
    assertLost(LossCause.DEATH, LAST - 30 + 6);
  }

  /** Its workers find the gateway again later than the master does. */
  @Test
  void aGatewayThatIsStartedAgain() throws IOException {
    busy(2, 0, LAST);
    busy(3, 0, LAST);
    lines.add("-\t20000\t1\tits connection is gone");
    lines.add("+\t30000\t1");
    for (int worker : new int[] {4, 5}) {
      busy(worker, 0, 20);
      lines.add("+\t33000\t%d".formatted(worker));
      busy(worker, 33, LAST);
    }
    assertLost(LossCause.DEATH, 2 * 13);
  }

  /** At 50 s only the two tasks of the dead worker are left; at 70 s they are handed out again. */
  @Test
  void tasksOfADeadWorkerAreWaitedFor() throws IOException {
    busy(2, 0, 50);
    busy(3, 0, 20);
    lines.add("-\t20000\t3\tits connection is gone");
    busy(4, 0, 50);
    busy(5, 0, 50);
    lines.add("r\t70000\t3\t2");
    task(2, 70, 72);
    task(4, 70, 72);
    assertLost(LossCause.DEATH, LAST - 20, LossCause.LEASE, 3 * 20, LossCause.END, 2);
  }

  /** All that is left is with a cluster that is cut off. */
  @Test
  void tasksOfAClusterThatIsCutOffAreWaitedFor() throws IOException {
    busy(2, 0, 50);
    busy(3, 0, 50);
    busy(4, 0, LAST);
    busy(5, 0, LAST);
    fault(40, Kind.PARTITION, "near|far", "partition near|far");
    assertLost(LossCause.LEASE, 2 * 22);
  }

  @Test
  void aHostThatStoodStillAndAGatewayThatDid() throws IOException {
    busy(2, 0, 10);
    task(2, 10, 22);
    busy(2, 22, LAST);
    busy(3, 0, LAST);
    fault(10, Kind.FREEZE, "a1", "freeze a1 for 11 s");
    fault(21, Kind.END, "a1", "freeze a1 for 11 s");
    fault(30, Kind.FREEZE, "gateway.far", "freeze gateway.far");
    fault(40, Kind.HEAL, Incident.EVERYWHERE, "heal all");
    for (int worker : new int[] {4, 5}) {
      busy(worker, 0, 33);
      busy(worker, 40, LAST);
    }
    assertLost(LossCause.FROZEN, 11 + 2 * 7);
  }

  @Test
  void aHostThatIsSlowerThanPlanned() throws IOException {
    Arrays.fill(planned, 1000);
    planned[3] = 500;
    busy(0, LAST);
    assertLost(LossCause.SLOW, LAST / 2);
    planned[3] = 950; // too little to be sure
    tasks = 0;
    assertThat(losses().amount(LossCause.SLOW)).isZero();
  }

  /** The gap carries 1.9 of 2 kB/s while workers behind it compute half the time. */
  @Test
  void aGapThatIsFull() throws IOException {
    busy(2, 0, LAST);
    busy(3, 0, LAST);
    for (int second = 0; second < LAST; second++) {
      task(4, second, second + 0.5);
      task(5, second, second + 1);
      lines.add("l\t%d\t1\t1900\t0".formatted(1000 * (second + 1)));
    }
    assertLost(LossCause.LINK, LAST / 2);
  }

  @Test
  void theStartTheEndAndTheRest() throws IOException {
    busy(2, 0, LAST);
    busy(3, 2, LAST);
    busy(4, 0, 70);
    busy(5, 0, 40);
    busy(5, 44, LAST);
    assertLost(LossCause.START, 2, LossCause.END, 2, LossCause.REST, 4);
  }

  @Test
  void sharesAddUpWhateverHappens() throws IOException {
    for (int seed = 0; seed < 30; seed++) {
      var random = new Random(seed);
      lines.subList(11, lines.size()).clear();
      incidents.clear();
      for (int worker : WORKERS) {
        for (int from = random.nextInt(9); from < LAST - 9; from += 1 + random.nextInt(12)) {
          int to = from + 1 + random.nextInt(8);
          task(worker, from, to);
          from = to;
        }
      }
      for (int i = 0; i < 6; i++) {
        int from = random.nextInt(LAST);
        int node = 1 + random.nextInt(5);
        lines.add("s\t%d\t%d\t%d".formatted(1000 * from, node, random.nextInt(9000)));
        lines.add("-\t%d\t%d\twhy".formatted(1000 * from, node));
        lines.add("r\t%d\t%d\t%d".formatted(1000 * from + 3000, node, random.nextInt(9)));
        if (random.nextBoolean()) {
          lines.add("+\t%d\t%d".formatted(1000 * from + 4000, node));
        }
        fault(
            from, Kind.values()[random.nextInt(7)], random.nextBoolean() ? "near-far" : "b1", "x");
        lines.add("l\t%d\t1\t%d\t0".formatted(1000 * from, random.nextInt(90_000)));
      }
      incidents.sort((x, y) -> x.at().compareTo(y.at()));
      var losses = losses();
      assertShares(losses);
      assertThat(losses.busy()).isBetween(0.0, 1.0);
      assertThat(losses.total()).isPositive();
    }
  }
}

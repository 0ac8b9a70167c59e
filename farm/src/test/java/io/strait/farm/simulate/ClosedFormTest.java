package io.strait.farm.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.simulate.Intervals;
import io.strait.simulate.ServiceDistribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Farms whose outcome is known from queueing theory or by hand. In all of them a volume is in
 * seconds of a LAN with the bandwidth one: {@code x} of a task, {@code y} of a result.
 */
@Tag("long")
class ClosedFormTest {
  private static final int REPETITIONS = 50;

  private static FarmModel local(int tasks, int workers, double seconds) {
    var each = new double[workers];
    Arrays.fill(each, seconds);
    return new FarmModel(1, 0, tasks, new int[workers], each);
  }

  private static void makespan(FarmModel model, double expected) {
    assertThat(FarmSimulation.run(model).makespan())
        .isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
  }

  private static SplittableRandom random(RepetitionInfo info) {
    return new SplittableRandom(info.getCurrentRepetition());
  }

  // ---- one server ----

  /**
   * D/D/1: a task per worker, which computes it to the end of the test, is sent every {@code apart}
   * seconds over a LAN that takes {@code x}. The i-th finds i services of x begun in i times apart,
   * so it waits for i (x - apart), if that is above zero.
   */
  @ParameterizedTest
  @CsvSource({"1, 2", "1.99, 2", "2, 2", "3, 2", "0.7, 0.3"})
  void constantArrivalsAtAConstantServer(double x, double apart) {
    int n = 200;
    var model = local(n, n, 1000).volumes(x, 0).lan(0, 1, 0, true).stagger(apart);
    var use = FarmSimulation.run(model).networks()[FarmOutcome.lan(0, 0)];
    double expected = Math.max(0, x - apart) * n * (n - 1) / 2;
    assertThat(use.waited()).isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
    assertThat(use.busy()).isCloseTo(n * x, within(1e-9 * n));
    assertThat(use.messages()).isEqualTo(n);
  }

  /**
   * M/D/1: a worker that has all tasks from the start and computes each for an exponential time
   * sends results as a Poisson process. They wait for a server of constant time: the LAN, or the
   * master. The mean wait is rho / (2 (1 - rho)) services.
   */
  @ParameterizedTest
  @CsvSource({"0.3, false", "0.6, false", "0.8, false", "0.5, true", "0.8, true"})
  void poissonArrivalsAtAConstantServer(double rho, boolean atMaster) {
    int n = 100_000;
    int seeds = 20;
    var means = new double[seeds];
    for (int seed = 0; seed < seeds; seed++) {
      var model = local(n, 1, 1).prefetch(n - 1).work(new ServiceDistribution.Exponential(), seed);
      if (atMaster) {
        model.masterSeconds(rho);
      } else {
        model.volumes(0, rho).lan(0, 1, 0, true);
      }
      var outcome = FarmSimulation.run(model);
      var use = atMaster ? outcome.master() : outcome.networks()[FarmOutcome.lan(0, 1)];
      assertThat(use.messages()).isEqualTo(n);
      means[seed] = use.waited() / n;
    }
    double mean = Arrays.stream(means).average().orElseThrow();
    double variance = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / (seeds - 1);
    double expected = rho / (2 * (1 - rho)) * rho;
    assertThat(mean).isCloseTo(expected, within(4 * Math.sqrt(variance / seeds)));
    assertThat(Math.sqrt(variance / seeds)).isLessThan(0.02 * expected); // so the check is sharp
  }

  // ---- servers one after the other ----

  /**
   * A worker behind two gaps that has all tasks from the start is a pipeline of the gaps, its core,
   * the gaps back, and the master. The first task passes all stages, the others follow at the pace
   * of the slowest: the sum, and (n - 1) times the largest.
   */
  @RepeatedTest(REPETITIONS)
  void aPipelineIsFilledOnceAndThenAsFastAsItsSlowestStage(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(50);
    double x = random.nextDouble(3);
    double y = random.nextDouble(3);
    double t = random.nextDouble(5);
    double master = random.nextInt(3) == 0 ? 0 : random.nextDouble(4);
    double[] bandwidth = {random.nextDouble(0.5, 2), random.nextDouble(0.5, 2)};
    double[] latency = {random.nextDouble(), random.nextDouble()};
    double lanBandwidth = random.nextDouble(0.5, 2);
    var model =
        new FarmModel(2, 0, n, new int[] {1}, new double[] {t})
            .volumes(x, y)
            .topology(false, false)
            .lan(1, lanBandwidth, 0.25, false)
            .prefetch(n)
            .masterSeconds(master);
    model.route(
        1,
        model.addGap(bandwidth[0], latency[0], true),
        model.addGap(bandwidth[1], latency[1], true));
    double last = Math.min(bandwidth[1], lanBandwidth);
    double[] stages = {x / bandwidth[0], x / last, t, y / last, y / bandwidth[0], master};
    double fill = Arrays.stream(stages).sum() + 2 * (latency[0] + latency[1] + 0.25);
    makespan(model, fill + (n - 1) * Arrays.stream(stages).max().orElseThrow());
  }

  // ---- farms of identical workers ----

  @RepeatedTest(REPETITIONS)
  void withoutCommunicationAllCoresWorkInRounds(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(200);
    int w = 1 + random.nextInt(10);
    int cores = 1 + random.nextInt(4);
    double t = random.nextDouble(10);
    var model = local(n, w, t).prefetch(0);
    for (int i = 0; i < w; i++) {
      model.cores(i, cores);
    }
    makespan(model, Math.ceilDiv(n, w * cores) * t);
  }

  @RepeatedTest(REPETITIONS)
  void aWorkerThatHoldsOneTaskDoesOneThingAtATime(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(50);
    double x = random.nextDouble(3);
    double y = random.nextDouble(3);
    double t = random.nextDouble(10);
    double latency = random.nextDouble();
    double master = random.nextDouble();
    var model = local(n, 1, t).volumes(x, y).masterSeconds(master);
    makespan(
        model.lan(0, 1, latency, random.nextBoolean()), n * (x + t + y + 2 * latency + master));
  }

  /**
   * Only tasks take the LAN: x each, one after the other. The k-th (from 1) is at its worker at k x
   * and done t later. Its worker's next task, the (k + w)-th, joins the queue then, in time for the
   * LAN not to run dry at (k + w - 1) x if t <= (w - 1) x. So the last arrives at n x and is done
   * at n x + t.
   */
  @RepeatedTest(REPETITIONS)
  void aLanThatIsBusyWithTasksOnly(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(100);
    int w = 2 + random.nextInt(8);
    double x = random.nextDouble(1, 3);
    double t = random.nextDouble() * (w - 1) * x;
    makespan(local(n, w, t).volumes(x, 0).lan(0, 1, 0, true), n * x + t);
  }

  /**
   * Only results take the LAN: y each. All workers have their first task at time zero, and w
   * results join at t. The k-th result has passed at t + k y; its worker's next one, the (k +
   * w)-th, joins t later, in time for the LAN not to run dry at t + (k + w - 1) y if t <= (w - 1)
   * y. The result: t + n y. With fewer tasks than workers, too.
   */
  @RepeatedTest(REPETITIONS)
  void aLanThatIsBusyWithResultsOnly(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(100);
    int w = 2 + random.nextInt(8);
    double y = random.nextDouble(1, 3);
    double t = random.nextDouble() * (w - 1) * y;
    makespan(local(n, w, t).volumes(0, y).lan(0, 1, 0, true), t + n * y);
  }

  /**
   * Tasks and results share a half-duplex LAN that is the bottleneck, t < min(x, y).
   *
   * <p>The first w tasks take the LAN until w x. The i-th worker (from 0) has its task at (i + 1) x
   * and its result joins at (i + 1) x + t: all but the last one's before w x, the last one's before
   * w x + y, when the first result has passed and the first task of the second round joins. So all
   * w results come first, then w tasks, and so on: rounds of w (x + y) without a gap, because
   * result i is there by the time w x + i y at which the LAN is free for it.
   *
   * <p>The last round of r < w tasks begins when all results before it have passed. Its tasks take
   * r x; its result i passes at the later of the one before and (i + 1) x + t, plus y. The largest
   * sum along the way is r (x + y) without waiting, or with waiting for result i (i + 1) x + t + (r
   * - i) y, which is linear in i and so largest for i = 0 or i = r - 1.
   */
  @RepeatedTest(REPETITIONS)
  void aHalfDuplexLanThatIsTheBottleneck(RepetitionInfo info) {
    var random = random(info);
    int w = 2 + random.nextInt(8);
    int rounds = random.nextInt(6);
    int r = random.nextInt(w);
    double x = random.nextDouble(1, 3);
    double y = random.nextDouble(1, 3);
    double t = random.nextDouble() * Math.min(x, y);
    int n = rounds * w + r;
    double rest = r == 0 ? 0 : Math.max(r * (x + y), t + Math.max(x + r * y, r * x + y));
    makespan(local(n, w, t).volumes(x, y).lan(0, 1, 0, false), rounds * w * (x + y) + rest);
  }

  /**
   * Results come to the master faster than it takes them in: it is busy from the first one's coming
   * to the end.
   */
  @RepeatedTest(REPETITIONS)
  void aMasterThatIsTheBottleneck(RepetitionInfo info) {
    var random = random(info);
    int n = 1 + random.nextInt(100);
    int w = 1 + random.nextInt(5);
    double m = random.nextDouble(1, 3);
    double t = random.nextDouble() * m * w;
    var outcome = FarmSimulation.run(local(n, w, t).prefetch(n).masterSeconds(m));
    assertThat(outcome.makespan()).isCloseTo(t + n * m, within(1e-9 * n));
    assertThat(outcome.master().busy()).isCloseTo(n * m, within(1e-9 * n));
  }

  // ---- gateways ----

  private static FarmModel remote(int tasks, double seconds, int aggregate, int window) {
    var model =
        new FarmModel(2, 0, tasks, new int[] {1, 1, 1}, new double[] {seconds, seconds, seconds});
    return model.topology(true, false).gateway(1, aggregate, window);
  }

  /**
   * With all tasks there from the start a gateway sends only full sums, and the rest at the end.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 99, 100, 101})
  void aGatewayWithTasksSendsFullSumsAndTheRest(int aggregate) {
    int n = 100;
    var model = remote(n, 5, aggregate, n);
    model.route(1, model.addGap(1, 2, true));
    var outcome = FarmSimulation.run(model);
    int messages = Math.ceilDiv(n, aggregate);
    assertThat(outcome.networks()[FarmOutcome.gap(2, 0, 1)].messages()).isEqualTo(messages);
    assertThat(outcome.networks()[FarmOutcome.gap(2, 0, 0)].messages()).isEqualTo(n);
    assertThat(outcome.master().messages()).isEqualTo(messages);
    assertThat(outcome.makespan()).isEqualTo(3 * 2 + Math.ceilDiv(n, 3) * 5);
  }

  /**
   * Without a window the three workers run dry in every round while the gateway asks, three results
   * come at once, and no task is left with the gateway after the third: it sends the full sums
   * among three and the rest, every round.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 50})
  void aGatewayWithoutTasksSendsWhatItHas(int aggregate) {
    int rounds = 20;
    var model = remote(3 * rounds, 5, aggregate, 0);
    model.route(1, model.addGap(1, 2, true));
    var outcome = FarmSimulation.run(model);
    assertThat(outcome.networks()[FarmOutcome.gap(2, 0, 1)].messages())
        .isEqualTo((long) rounds * Math.ceilDiv(3, aggregate));
    assertThat(outcome.makespan()).isEqualTo(rounds * (2 + 2 + 5) + 2); // ask, get, compute
  }

  /** Sums count for all of their results at the master: n m from the first one's coming. */
  @Test
  void aMasterThatTakesInSums() {
    var model = remote(60, 1, 6, 60).masterSeconds(2);
    model.route(1, model.addGap(Double.POSITIVE_INFINITY, 0, false));
    makespan(model, 2 + 60 * 2); // six results of three workers are there at time 2
  }

  // ---- failures ----

  /** The only task is lost at the failure and sent again when that is known and the host back. */
  @ParameterizedTest
  @CsvSource({"3, 4, 0", "3, 4, 7", "3, 8, 1", "0, 2, 0", "0.5, 2, 9"})
  void aLostTaskIsDoneAgain(double from, double until, double lease) {
    double x = 1;
    double t = 5;
    double y = 2;
    var down = new Intervals(new double[] {from}, new double[] {until});
    var model = local(1, 1, t).volumes(x, y).lan(0, 1, 0, false).lease(lease).hostDown(0, down);
    double lost = Math.max(from, x);
    var outcome = FarmSimulation.run(model);
    assertThat(outcome.makespan()).isEqualTo(Math.max(lost + lease, until) + x + t + y);
    assertThat(outcome.lost()).isEqualTo(1);
    assertThat(outcome.busyOf()[0]).isEqualTo(lost - x + t);
  }

  /** What is done at the moment of the failure is safe; so is what comes when the host is back. */
  @ParameterizedTest
  @CsvSource({"6, 7", "0, 1", "7, 100"})
  void aFailureBesideATaskLosesNothing(double from, double until) {
    var down = new Intervals(new double[] {from}, new double[] {until});
    makespan(local(1, 1, 5).volumes(1, 2).lan(0, 1, 0, false).lease(3).hostDown(0, down), 8);
  }
}

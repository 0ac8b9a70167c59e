package io.strait.measure.outlook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.measure.forecast.Forecaster;
import io.strait.measure.forecast.Habit;
import io.strait.measure.forecast.TimeSeries;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import io.strait.measure.series.StoredSeries;
import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Rate;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.model.text.GridTree;
import io.strait.model.text.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridOutlookTest {
  private static final Grid GRID =
      GridFile.read(
          Document.parse(
              "grid.yaml",
              """
              grid: g
              home: a
              clusters:
                a:
                  lan: {bandwidth: 10 MB/s, latency: 1 ms}
                  hosts:
                    - {name: m, role: master}
                    - {name: w, count: 3, cores: 2, rate: 4/s, available: 50%}
                b: {hosts: [{name: x, rate: {one: 1/s, two: 2/s}}]}
                c: {hosts: [{name: y, rate: 1/s}]}
              links:
                - {between: [a, b, c], bandwidth: 1 MB/s, latency: 10 ms, duplex: full}
              """));

  private static StoredSeries of(
      Quantity quantity, String place, @Nullable String app, double... values) {
    var seconds = IntStream.range(0, values.length).mapToDouble(i -> 10.0 * i).toArray();
    return new StoredSeries(
        new SeriesName(quantity, place, app), new TimeSeries(quantity.title(), seconds, values));
  }

  private static Grid expected(StoredSeries... series) {
    var grid = GridOutlook.of(GRID, "one", List.of(series), 0, "s").expected();
    // What comes out can be written and read.
    assertThat(GridFile.read(Document.parse("g", GridTree.of(grid).yaml()))).isEqualTo(grid);
    return grid;
  }

  private static HostGroup host(Grid grid, String name) {
    return grid.clusters().stream()
        .flatMap(c -> c.hosts().stream())
        .filter(h -> h.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aGapOfAPathBecomesALinkOfItsOwn() {
    var grid =
        expected(
            of(Quantity.BANDWIDTH, "b-c", null, 5e5, 5e5, 5e5),
            of(Quantity.LATENCY, "a-b", null, 0.02));
    assertThat(grid.links()).hasSize(2);
    var first = grid.links().getFirst();
    assertThat(first.between()).containsExactly("a", "b");
    assertThat(first.network().bandwidth().bytesPerSecond()).isEqualTo(1e6);
    assertThat(Durations.seconds(first.network().latency())).isEqualTo(0.02);
    var second = grid.links().getLast();
    assertThat(second.network().bandwidth().bytesPerSecond()).isEqualTo(5e5);
    assertThat(Durations.seconds(second.network().latency())).isEqualTo(0.01);
    assertThat(second.network().duplex()).isEqualTo(GRID.links().getFirst().network().duplex());
    assertThat(grid.clusters()).isEqualTo(GRID.clusters());
  }

  @Test
  void bothWaysOfALinkThatIsTheSameBothWays() {
    var grid =
        expected(
            of(Quantity.BANDWIDTH, "a-b", null, 3e5),
            of(Quantity.BANDWIDTH, "b-a", null, 2e5),
            of(Quantity.LATENCY, "a-b", null, 0.03),
            of(Quantity.LATENCY, "b-a", null, 0.02));
    var network = grid.links().getFirst().network();
    assertThat(network.bandwidth().bytesPerSecond()).isEqualTo(2e5);
    assertThat(network.latency()).isEqualTo(Durations.ofSeconds(0.03));
    assertThat(grid.links().getFirst().back()).isNull();
  }

  @Test
  void aLan() {
    var lan = expected(of(Quantity.BANDWIDTH, "a", null, 7e6)).clusters().getFirst().lan();
    assertThat(lan.bandwidth().bytesPerSecond()).isEqualTo(7e6);
    assertThat(Durations.seconds(lan.latency())).isEqualTo(0.001);
  }

  @Test
  void aGroupOrSingleHostsOfIt() {
    assertThat(host(expected(of(Quantity.AVAILABLE, "w", null, 0.25)), "w"))
        .satisfies(
            group -> {
              assertThat(group.count()).isEqualTo(3);
              assertThat(group.available().ofOne()).isEqualTo(0.25);
            });
    var grid =
        expected(of(Quantity.AVAILABLE, "w", null, 0.25), of(Quantity.AVAILABLE, "w2", null, 1));
    assertThat(grid.hostCount()).isEqualTo(GRID.hostCount());
    assertThat(host(grid, "w1").available().ofOne()).isEqualTo(0.25);
    assertThat(host(grid, "w2").available().ofOne()).isEqualTo(1);
    assertThat(host(grid, "w3").cores()).isEqualTo(2);
  }

  /** What a task takes includes that others use the CPU: the file's share must not count again. */
  @Test
  void taskTimesOfTheApp() {
    var grid =
        expected(
            of(Quantity.TASK_TIME, "w", "one", 0.8, 0.8),
            of(Quantity.TASK_TIME, "x", "two", 9),
            of(Quantity.AVAILABLE, "x", null, 0.5));
    var group = host(grid, "w");
    double rate = Objects.requireNonNull(group.rate("one")).perSecond();
    assertThat(rate * group.available().ofOne()).isEqualTo(2 / 0.8, within(1e-12));
    assertThat(host(grid, "x").rate("one")).isEqualTo(new Rate(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void gridsAreDrawnFromTheForecast(long seed) {
    var random = new Random(seed);
    var values = random.doubles(500).map(v -> 1e6 * (1 + v)).toArray();
    var series = of(Quantity.BANDWIDTH, "a-b", null, values);
    var outlook = GridOutlook.of(GRID, "one", List.of(series), 0, "s");
    var forecast = outlook.forecasts().getFirst().forecast();
    var drawn =
        outlook.drawn(4000, seed).stream()
            .mapToDouble(g -> g.links().getFirst().network().bandwidth().bytesPerSecond())
            .sorted()
            .toArray();
    double width = forecast.high() - forecast.low();
    assertThat(drawn[200]).isCloseTo(forecast.low(), within(0.06 * width));
    assertThat(drawn[2000]).isCloseTo(forecast.value(), within(0.06 * width));
    assertThat(drawn[3800]).isCloseTo(forecast.high(), within(0.06 * width));
    assertThat(outlook.drawn(10, seed)).isEqualTo(outlook.drawn(10, seed));
  }

  @Test
  void aHorizonThatASeriesIsTooShortFor() {
    var values = new Random(1).doubles(100).toArray();
    var series = of(Quantity.AVAILABLE, "w", null, values); // 990 s
    assertThat(SeriesForecast.of(series, 100).horizon()).isEqualTo(100);
    assertThat(SeriesForecast.of(series, 1e5).horizon()).isEqualTo(198);
    assertThat(SeriesForecast.of(series, 15).horizon()).isZero();
    assertThat(SeriesForecast.of(of(Quantity.AVAILABLE, "w", null, 0.5), 1e5))
        .satisfies(
            each -> {
              assertThat(each.horizon()).isZero();
              assertThat(each.forecast().value()).isEqualTo(0.5);
              assertThat(each.forecast().high()).isEqualTo(1);
              assertThat(each.error()).isNaN();
            });
    // The same as a forecaster of that horizon.
    var forecaster = Forecaster.over(100, Habit.CPU);
    for (int i = 0; i < values.length; i++) {
      forecaster.add(10.0 * i, values[i]);
    }
    assertThat(SeriesForecast.of(series, 100).forecast().value())
        .isEqualTo(forecaster.forecast().value());
    // Four times as far, twice as wide.
    var reached = SeriesForecast.of(latencies(100), 198).forecast();
    var beyond = SeriesForecast.of(latencies(100), 4 * 198).forecast();
    assertThat(beyond.value()).isEqualTo(reached.value());
    assertThat(beyond.high() - beyond.value())
        .isEqualTo(2 * (reached.high() - reached.value()), within(1e-9));
  }

  /** Values that are alike say nothing of the next one while they are few. */
  @Test
  void fewValuesKnowLittle() {
    var three = SeriesForecast.of(of(Quantity.AVAILABLE, "w", null, 0.8, 0.8, 0.8), 0);
    assertThat(three.forecast().value()).isCloseTo(0.8, within(1e-12));
    assertThat(three.forecast().low()).isCloseTo(0.8 - 17 / 57.0, within(1e-12));
    assertThat(three.forecast().high()).isEqualTo(1);
    assertThat(three.notes())
        .containsExactly(
            "3 values are too few to know how far off forecasts are, so the interval is wide"
                + " (expected 20 or more)");
    var one = SeriesForecast.of(of(Quantity.AVAILABLE, "w", null, 0.0049), 0);
    assertThat(one.forecast().low()).isZero();
    assertThat(one.forecast().high()).isEqualTo(1);
    assertThat(one.notes()).singleElement().asString().startsWith("1 value is too few");
    var network = SeriesForecast.of(of(Quantity.BANDWIDTH, "a-b", null, 2e6, 2e6), 0).forecast();
    assertThat(network.low()).isCloseTo(2e6 * (1 - 9 / 19.0), within(1.0));
    assertThat(network.high()).isCloseTo(2e6 * (1 + 9 / 19.0), within(1.0));
  }

  /** An interval of equal values shrinks with each of them, and is the forecaster's from 20 on. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void intervalsOfMoreValues(long seed) {
    double last = Double.POSITIVE_INFINITY;
    for (int count = 1; count <= 25; count++) {
      var equal = new double[count];
      Arrays.fill(equal, 0.5);
      var forecast = SeriesForecast.of(of(Quantity.AVAILABLE, "w", null, equal), 0).forecast();
      double width = forecast.high() - forecast.low();
      assertThat(width).isLessThanOrEqualTo(last);
      last = width;
      var values = new Random(seed).doubles(count).toArray();
      var forecaster = Forecaster.next(Habit.CPU);
      for (int i = 0; i < count; i++) {
        forecaster.add(i, values[i]);
      }
      var plain = forecaster.forecast();
      var random = SeriesForecast.of(of(Quantity.AVAILABLE, "w", null, values), 0);
      assertThat(random.forecast().low()).isBetween(0.0, plain.low());
      assertThat(random.forecast().high()).isBetween(Math.min(1, plain.high()), 1.0);
      if (count >= 20) {
        assertThat(width).isLessThan(1e-9);
        assertThat(random.forecast().low()).isEqualTo(plain.low());
        assertThat(random.forecast().high()).isEqualTo(Math.min(1, plain.high()));
        assertThat(random.notes()).isEmpty();
      }
    }
  }

  /** A longer time than a series can tell of is said; the interval is of what was asked for. */
  @Test
  void aTimeThatWasAskedFor() {
    var values = new Random(1).doubles(100).toArray();
    var series = of(Quantity.AVAILABLE, "w", null, values); // 990 s
    var reached = SeriesForecast.of(series, 100);
    assertThat(reached.asked()).isEqualTo(100);
    assertThat(reached.notes()).isEmpty();
    var beyond = SeriesForecast.of(series, 20 * 86_400);
    assertThat(beyond.asked()).isEqualTo(20 * 86_400);
    assertThat(beyond.notes())
        .containsExactly(
            "the series is too short for 20 d 0 h (expected five times as long): this is the"
                + " forecast over 3 min 18 s, with a wider interval");
    assertThat(SeriesForecast.of(series, 5).notes()).as("the next value is farther").isEmpty();
  }

  @Test
  void whatAGridCannotHave() {
    var none = of(Quantity.AVAILABLE, "w", null, new double[30]);
    var outlook = GridOutlook.of(GRID, "one", List.of(none), 0, "s");
    assertThat(host(outlook.expected(), "w").available().ofOne()).isEqualTo(0.01);
    var forecast = outlook.forecasts().getFirst();
    assertThat(forecast.notes()).isEmpty();
    assertThat(forecast.planNotes())
        .containsExactly("a forecast of 0 % is planned with as 1 %, the least that a grid has");
  }

  private static StoredSeries latencies(int count) {
    return of(
        Quantity.LATENCY, "a-b", null, new Random(2).doubles(count).map(v -> 9 + v).toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "BANDWIDTH, a-c, 's/bandwidth@a-c.csv: no gap or cluster ''a-c'' in the grid, expected one"
        + " such as: a-b, b-c, a, b, c'",
    "AVAILABLE, w4, 's/available@w4.csv: no host ''w4'' in the grid, expected one such as: m, w, x,"
        + " y'",
    "CARRIED, a-b, 's: no series that a plan of one goes by, expected bandwidth, latency,"
        + " available, or task-time of this app'"
  })
  void wrongPlaces(Quantity quantity, String place, String message) {
    var series = of(quantity, place, null, 1);
    assertThatThrownBy(() -> GridOutlook.of(GRID, "one", List.of(series), 0, "s"))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }
}

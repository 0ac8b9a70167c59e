package io.strait.farm.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.plan.PlanOptions;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.rehearsal.SimulatedPhase;
import io.strait.kind.file.Inputs;
import io.strait.launch.site.Checksums;
import io.strait.launch.site.KnownData;
import io.strait.model.Start;
import io.strait.model.text.Document;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster begins when it has the data; figures by hand. */
class PlannedDataTest {
  @TempDir Path folder;

  private @Nullable String before;

  @BeforeEach
  void ownCache() {
    before = System.getProperty("strait.cache");
    System.setProperty("strait.cache", folder.resolve("cache").toString());
  }

  @AfterEach
  void otherCache() {
    if (before == null) {
      System.clearProperty("strait.cache");
    } else {
      System.setProperty("strait.cache", before);
    }
  }

  private Path data(long bytes) throws IOException {
    var path = folder.resolve("data.bin");
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes); // has no blocks: nobody reads it to plan
    }
    return path;
  }

  private Inputs<FarmApp> inputs(String grid, int tasks) {
    var app =
        """
        app: t
        kind: farm
        tasks: %d
        run: {command: wc data.bin, files: [data.bin]}
        """
            .formatted(tasks);
    return FarmFile.inputs(
        Document.parse("grid.yaml", grid),
        Document.parse(folder.resolve("app.yaml").toString(), app));
  }

  private static FarmPlan plan(Inputs<FarmApp> inputs) {
    return new FarmPlanning(PlanOptions.DEFAULT, false, plan -> plan, i -> {}, List.of())
        .plan(inputs);
  }

  private static Map<String, Double> seconds(FarmPlan plan) {
    var seconds = new HashMap<String, Double>();
    for (var cluster : plan.result().clusters()) {
      seconds.put(cluster.name(), cluster.dataSeconds());
    }
    return seconds;
  }

  /** One worker at home, ten in the east, a task a second each. */
  private static final String TWO =
      """
      grid: two
      home: here
      clusters:
        here: {hosts: [{name: m, role: master}, {name: h, rate: 1/s}]}
        east: {start: {ssh: login}, hosts: [{name: e, count: 10, rate: 1/s}]}
      links: [{between: [here, east], bandwidth: 2 MB/s, duplex: full}]
      """;

  /** One worker from the start and ten after 500 s: 1 · T + 10 · (T − 500 s) = 10,000. */
  @Test
  void aClusterBeginsWhenItHasTheData() throws IOException {
    data(1_000_000_000);
    var inputs = inputs(TWO, 10_000);
    var plan = plan(inputs);
    assertThat(seconds(plan)).containsEntry("east", 500.0).containsEntry("here", 0.0);
    assertThat(plan.result().total().promisedSeconds()).isCloseTo(15_000 / 11.0, within(2.0));
    assertThat(plan.notes()).contains("Data: 1 GB are sent to east first, which takes 8 min 20 s.");
    // The simulation says what the plan says.
    var simulated =
        SimulatedPhase.of(inputs, plan, plan.result(), RehearsalSettings.DEFAULT, 1).finding();
    assertThat(simulated.seconds())
        .isCloseTo(plan.result().total().promisedSeconds(), within(1e-6));
  }

  /** Home alone takes 400 s, the data 500 s. */
  @Test
  void aClusterWhoseDataCostMoreThanItBringsIsLeftOut() throws IOException {
    data(1_000_000_000);
    var plan = plan(inputs(TWO, 400));
    assertThat(plan.result().clusters())
        .filteredOn(cluster -> cluster.name().equals("east"))
        .allMatch(cluster -> cluster.workers().isEmpty());
    assertThat(plan.result().total().promisedSeconds()).isCloseTo(400, within(1e-3));
    assertThat(plan.notes())
        .anyMatch(
            note ->
                note.startsWith(
                    "Cluster east is left out: its data (1 GB) would take 8 min 20 s to send, which"
                        + " costs more than it brings: with it the run would take 6 min 40 s,"
                        + " without it 6 min 40 s."));
  }

  @Test
  void whatIsThereIsNotSent() throws IOException {
    var file = data(100_000_000);
    var inputs = inputs(TWO, 10_000);
    assertThat(seconds(plan(inputs))).containsEntry("east", 50.0);
    KnownData.ofUser()
        .put(new Start("login", null, Start.FOLDER), List.of(Checksums.ofUser().of(file)));
    assertThat(seconds(plan(inputs))).containsEntry("east", 0.0);
    assertThat(plan(inputs).result().total().promisedSeconds())
        .isCloseTo(10_000 / 11.0, within(2.0));
  }

  @Test
  void smallFilesTakeNoTime() throws IOException {
    data(60_000_000);
    assertThat(plan(inputs(TWO, 10_000)).result().clusters())
        .extracting(ClusterPlan::dataSeconds)
        .containsOnly(0.0);
  }

  /**
   * Two gaps of their own, and two clusters behind one gap of 2 MB/s, of which one has 0.5 MB/s.
   */
  @Test
  void gapsAreSharedAsTheyAre() throws IOException {
    data(1_000_000_000);
    var apart =
        """
        grid: g
        home: here
        clusters:
          here: {hosts: [{name: m, role: master}]}
          east: {start: {ssh: east}, hosts: [{name: e, rate: 1/s}]}
          west: {start: {ssh: west}, hosts: [{name: w, rate: 1/s}]}
        links:
          - {between: [here, east], bandwidth: 2 MB/s, duplex: full}
          - {between: [here, west], bandwidth: 4 MB/s, duplex: full}
        """;
    assertThat(seconds(plan(inputs(apart, 100_000))))
        .containsEntry("east", 500.0)
        .containsEntry("west", 250.0);
    var chain =
        apart.replace("[here, west], bandwidth: 4 MB/s", "[east, west], bandwidth: 0.5 MB/s");
    var seconds = seconds(plan(inputs(chain, 100_000)));
    assertThat(seconds.get("east")).isCloseTo(1000 / 1.5, within(1e-6));
    assertThat(seconds.get("west")).isCloseTo(2000, within(1e-6));
    var lan = apart.replace("here: {hosts", "here: {lan: {bandwidth: 2 MB/s}, hosts");
    // Both get 1 MB/s of the LAN at home.
    assertThat(seconds(plan(inputs(lan, 100_000))))
        .containsEntry("east", 1000.0)
        .containsEntry("west", 1000.0);
  }

  @Test
  void onlySitesGetData() throws IOException {
    data(1_000_000_000);
    var local = TWO.replace("{ssh: login}", "local");
    assertThat(seconds(plan(inputs(local, 10_000)))).containsEntry("east", 0.0);
  }
}

package io.strait.farm.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.farm.simulate.FarmOutcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what was written back and compares it with what came of the run. */
class ChromeTraceTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  @TempDir Path folder;

  private final Map<String, List<JsonNode>> eventsOf = new HashMap<>();
  private final Map<Integer, String> processes = new HashMap<>();

  /** Reads a trace into events per thread, by name, and checks its form. */
  private void read(Farms farm) throws IOException {
    eventsOf.clear();
    processes.clear();
    var threads = new HashMap<Integer, String>();
    var processOf = new HashMap<Integer, Integer>();
    boolean named = false;
    for (var event :
        MAPPER.readTree(farm.written(folder.resolve("farm.json"))).get("traceEvents")) {
      int pid = event.get("pid").asInt();
      int tid = event.get("tid").asInt();
      if (event.get("ph").asString().equals("M")) {
        assertThat(named).as("names come first").isFalse();
        switch (event.get("name").asString()) {
          case "process_name" -> processes.put(pid, event.get("args").get("name").asString());
          case "thread_name" -> {
            assertThat(threads.put(tid, event.get("args").get("name").asString())).isNull();
            processOf.put(tid, pid);
          }
          default -> assertThat(event.get("args").get("sort_index").isInt()).isTrue();
        }
        continue;
      }
      named = true;
      assertThat(processOf.get(tid)).isEqualTo(pid);
      assertThat(processes).containsKey(pid);
      eventsOf.computeIfAbsent(threads.get(tid), t -> new ArrayList<>()).add(event);
    }
    assertThat(new HashSet<>(threads.values())).hasSameSizeAs(threads.values());
    eventsOf.values().forEach(ChromeTraceTest::checkOrder);
  }

  private static void checkOrder(List<JsonNode> events) {
    var last = BigDecimal.ZERO;
    var end = BigDecimal.ZERO;
    for (var event : events) {
      var start = event.get("ts").decimalValue();
      assertThat(start).isGreaterThanOrEqualTo(last);
      last = start;
      if (event.get("ph").asString().equals("X")) {
        assertThat(start).isGreaterThanOrEqualTo(end);
        assertThat(event.get("dur").decimalValue()).isNotNegative();
        end = start.add(event.get("dur").decimalValue());
      }
    }
  }

  private double seconds(String thread) {
    return eventsOf.getOrDefault(thread, List.of()).stream()
        .filter(e -> e.has("dur"))
        .mapToDouble(e -> e.get("dur").asDouble() / 1e6)
        .sum();
  }

  private long count(String name) {
    return eventsOf.values().stream()
        .flatMap(List::stream)
        .filter(e -> e.get("name").asString().equals(name))
        .count();
  }

  @Test
  void addsUpToTheOutcome() throws IOException {
    var farm = Farms.small();
    read(farm);
    var outcome = farm.outcome();
    assertThat(processes.values()).containsExactlyInAnyOrder("cluster0", "cluster1", "gaps");
    assertThat(count("compute")).isEqualTo(12);
    assertThat(seconds("w0")).isCloseTo(outcome.busyOf()[0], within(1e-6));
    assertThat(seconds("w1")).isCloseTo(outcome.busyOf()[1], within(1e-6));
    assertThat(seconds("w2 core 1") + seconds("w2 core 2"))
        .isCloseTo(outcome.busyOf()[2], within(1e-6));
    assertThat(seconds("master front")).isCloseTo(outcome.master().busy(), within(1e-6));
    assertThat(seconds("LAN cluster0, tasks"))
        .isCloseTo(outcome.networks()[FarmOutcome.lan(0, 0)].busy(), within(1e-6));
    assertThat(seconds("LAN cluster0, results"))
        .isCloseTo(outcome.networks()[FarmOutcome.lan(0, 1)].busy(), within(1e-6));
    assertThat(seconds("gap cluster0-cluster1"))
        .isCloseTo(outcome.networks()[FarmOutcome.gap(2, 0, 0)].busy(), within(1e-6));
    var tasks =
        eventsOf.values().stream()
            .flatMap(List::stream)
            .filter(e -> e.get("name").asString().equals("compute"))
            .map(e -> e.get("args").get("task").asInt());
    assertThat(tasks).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 12).boxed().toList());
  }

  @Test
  void showsWhatWasLost() throws IOException {
    var farm = Farms.failing();
    read(farm);
    assertThat(farm.outcome().lost()).isGreaterThan(2);
    assertThat(count("task lost")).isEqualTo(farm.outcome().lost());
    assertThat(count("compute, in vain")).isBetween(1L, farm.outcome().lost());
    assertThat(count("compute")).isEqualTo(12);
    assertThat(seconds("w0")).isCloseTo(farm.outcome().busyOf()[0], within(1e-6));
  }

  @Test
  void staysInOrderWithManyWorkers() throws IOException {
    var farm = Farms.large(5, 300, 3000);
    read(farm);
    assertThat(count("compute")).isEqualTo(3000);
    for (int w = 0; w < 300; w++) {
      assertThat(seconds("w" + w)).isCloseTo(farm.outcome().busyOf()[w], within(1e-6));
    }
  }
}

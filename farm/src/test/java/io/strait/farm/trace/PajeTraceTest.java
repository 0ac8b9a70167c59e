package io.strait.farm.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small reader of the format, written from its definition, and the one of Debian. */
@Tag("real")
class PajeTraceTest {
  private static final Pattern FIELD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir Path folder;

  private final Map<String, String> eventNames = new HashMap<>();
  private final Map<String, List<String>> eventFields = new HashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> containers = new HashMap<>();
  private final Map<String, Deque<Double>> open = new HashMap<>();
  private final Map<String, Double> busy = new HashMap<>();
  private final Map<String, Integer> seen = new HashMap<>();

  private String text(Farms farm) throws IOException {
    return new String(farm.written(folder.resolve("farm.paje")), StandardCharsets.UTF_8);
  }

  private void read(String text) {
    String defined = "";
    double now = 0;
    for (var line : text.lines().toList()) {
      var fields = new ArrayList<String>();
      var matcher = FIELD.matcher(line.startsWith("%") ? line.substring(1) : line);
      while (matcher.find()) {
        fields.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
      }
      if (line.startsWith("%")) {
        switch (fields.getFirst()) {
          case "EventDef" -> {
            defined = fields.get(2);
            eventNames.put(defined, fields.get(1));
            eventFields.put(defined, new ArrayList<>());
          }
          case "EndEventDef" -> defined = "";
          default -> eventFields.get(defined).add(fields.getFirst());
        }
      } else if (!line.startsWith("#")) {
        var names = eventFields.get(fields.getFirst());
        assertThat(fields).as(line).hasSize(names.size() + 1);
        var event = new HashMap<String, String>();
        for (int i = 0; i < names.size(); i++) {
          event.put(names.get(i), fields.get(i + 1));
        }
        if (event.containsKey("Time")) {
          double time = Double.parseDouble(event.get("Time"));
          assertThat(time).as(line).isGreaterThanOrEqualTo(now);
          now = time;
        }
        take(eventNames.get(fields.getFirst()), event, now);
      }
    }
    assertThat(containers).isEmpty();
  }

  private void take(String name, Map<String, String> event, double now) {
    seen.merge(name, 1, Integer::sum);
    var container = event.get("Container");
    if (name.startsWith("PajeDefine")) {
      assertThat(types.containsKey(event.get("Type")) || event.get("Type").equals("0")).isTrue();
      types.put(event.get("Alias"), event.get("Name"));
      return;
    }
    assertThat(types).containsKey(event.get("Type"));
    switch (name) {
      case "PajeCreateContainer" -> {
        assertThat(containers.containsKey(container) || container.equals("0")).isTrue();
        assertThat(containers.put(event.get("Alias"), event.get("Name"))).isNull();
        open.put(event.get("Alias"), new ArrayDeque<>());
      }
      case "PajeDestroyContainer" -> {
        assertThat(containers.remove(event.get("Name"))).isNotNull();
        assertThat(open.get(event.get("Name"))).isEmpty();
      }
      case "PajePushState" -> {
        assertThat(types).containsKey(event.get("Value"));
        assertThat(open.get(container)).as("one thing at a time").isEmpty();
        open.get(container).push(now);
      }
      case "PajePopState" ->
          busy.merge(containers.get(container), now - open.get(container).pop(), Double::sum);
      case "PajeNewEvent" -> assertThat(containers).containsKey(container);
      default -> throw new AssertionError(name);
    }
  }

  @Test
  void addsUpToTheOutcome() throws IOException {
    var farm = Farms.small();
    read(text(farm));
    var busyOf = farm.outcome().busyOf();
    assertThat(busy.get("w0")).isCloseTo(busyOf[0], within(1e-6));
    assertThat(busy.get("w1")).isCloseTo(busyOf[1], within(1e-6));
    assertThat(busy.get("w2 core 1") + busy.get("w2 core 2")).isCloseTo(busyOf[2], within(1e-6));
    assertThat(busy.get("master front")).isCloseTo(farm.outcome().master().busy(), within(1e-6));
    assertThat(seen.get("PajePushState")).isEqualTo(seen.get("PajePopState"));
    assertThat(seen.get("PajeCreateContainer")).isEqualTo(seen.get("PajeDestroyContainer"));
  }

  @Test
  void showsWhatWasLost() throws IOException {
    var farm = Farms.failing();
    read(text(farm));
    assertThat(seen.get("PajeNewEvent")).isEqualTo((int) farm.outcome().lost());
    assertThat(busy.get("w0")).isCloseTo(farm.outcome().busyOf()[0], within(1e-6));
  }

  @Test
  void staysInOrderWithManyWorkers() throws IOException {
    var farm = Farms.large(5, 300, 3000);
    read(text(farm));
    for (int w = 0; w < 300; w++) {
      assertThat(busy.get("w" + w)).isCloseTo(farm.outcome().busyOf()[w], within(1e-6));
    }
  }

  @Test
  void anotherProgramReadsIt() throws IOException, InterruptedException {
    boolean installed =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(p -> Files.isExecutable(Path.of(p, "pj_dump")));
    assumeTrue(installed, "no pj_dump; install pajeng");
    for (var farm : List.of(Farms.small(), Farms.failing(), Farms.large(3, 70, 500))) {
      var trace = folder.resolve("farm.paje");
      farm.written(trace);
      var dump = folder.resolve("dump");
      var process =
          new ProcessBuilder("pj_dump", trace.toString())
              .redirectErrorStream(true)
              .redirectOutput(dump.toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(dump)).isZero();
      var lines = Files.readAllLines(dump);
      var computing = lines.stream().filter(l -> l.startsWith("State") && l.endsWith(" computing"));
      assertThat(computing.count())
          .isEqualTo(java.util.Arrays.stream(farm.outcome().tasksOf()).sum());
      assertThat(lines.stream().filter(l -> l.startsWith("Event")).count())
          .isEqualTo(farm.outcome().lost());
    }
  }
}

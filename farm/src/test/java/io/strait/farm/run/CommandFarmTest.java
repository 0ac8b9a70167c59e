package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.farm.journal.FarmWork;
import io.strait.farm.protocol.Observer;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that do what they should not: they fail by themselves, and the others count. */
@Tag("real")
@Timeout(120)
class CommandFarmTest {
  private static final int TASKS = 30;

  @TempDir Path folder;

  private final List<String> words = new CopyOnWriteArrayList<>();
  private final Map<Integer, String> failed = new TreeMap<>();

  /** Runs a farm whose tasks are a line of the shell, and gives its results. */
  private Map<Integer, String> run(ProtocolSettings settings, Reduction reduction, String... lines)
      throws Exception {
    var command =
        new TaskCode.Command(
            String.join("\n", lines), Duration.ofSeconds(8), 0, List.of(), null, null);
    var app =
        new FarmApp(
            "trouble",
            TASKS,
            Bytes.ZERO,
            Bytes.ZERO,
            reduction,
            Element.DOUBLE,
            null,
            null,
            command);
    var spec = TaskSpec.of(app, folder);
    var work =
        new FarmWork(
            "trouble",
            TASKS,
            spec.encode(),
            spec::input,
            EmbeddedNodes.reducers(spec.encode(), null),
            1,
            false,
            0,
            name -> Delivery.UNKNOWN,
            name -> Map.of(),
            0,
            name -> 4,
            name -> 0);
    var topology = new Topology(List.of("home"), Map.of("far", List.of("far-0", "far-1")));
    try (var log = FarmLog.people(words::add, false);
        var master =
            new MasterNode(
                settings, work, log, folder.resolve("journal"), hello -> null, Observer.NOBODY)) {
      var ended = master.start();
      try (var crew = new EmbeddedNodes(topology, master.loop(), settings, log, folder, "", null)) {
        ended.get(30, TimeUnit.SECONDS);
        assertThat(crew.trouble()).isEmpty();
      }
      failed.putAll(master.ask(m -> new TreeMap<>(m.failed())));
      var results = new TreeMap<Integer, String>();
      for (int task = 0; task < TASKS && reduction == Reduction.NONE; task++) {
        int of = task;
        if (!failed.containsKey(task)) {
          byte[] result = master.ask(m -> m.resultOf(of));
          results.put(task, new String(result, StandardCharsets.UTF_8));
        }
      }
      return results;
    } finally {
      for (var line : words) {
        assertThat(line).doesNotContain("\n").hasSizeLessThan(400);
      }
    }
  }

  private static Map<Integer, String> allBut(Integer... tasks) {
    var expected = new TreeMap<Integer, String>();
    for (int task = 0; task < TASKS; task++) {
      expected.put(task, task + "\n");
    }
    expected.keySet().removeAll(List.of(tasks));
    return expected;
  }

  private static boolean lives(long pid) throws IOException {
    try {
      return !Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") Z ");
    } catch (java.nio.file.NoSuchFileException e) {
      return false;
    }
  }

  @Test
  void floodsHangsAndOrphans() throws Exception {
    var pids = folder.resolve("pids");
    var results =
        run(
            ProtocolSettings.DEFAULT,
            Reduction.NONE,
            "case {id} in",
            "3) head -c 1000000000 /dev/zero ;;",
            "5) sleep 1000 & echo $! >> '" + pids + "'; echo waiting >&2; wait ;;",
            "7) sleep 1000 & echo $! >> '" + pids + "' ;;",
            "8) (trap '' HUP TERM; nohup sleep 1000 >/dev/null 2>&1 & echo $! >> '"
                + pids
                + "') ;;",
            "9) head -c 1000000000 /dev/zero >&2 ;;",
            "esac",
            "echo {id}");
    assertThat(failed).containsOnlyKeys(3, 5);
    assertThat(failed.get(3))
        .startsWith("the command printed more than 268435456 bytes, expected a smaller result");
    assertThat(failed.get(5))
        .startsWith("the command did not end within its time limit of 8 s")
        .contains("waiting");
    assertThat(results).isEqualTo(allBut(3, 5));
    var left = Files.readAllLines(pids);
    assertThat(left).hasSize(3);
    for (var pid : left) {
      assertThat(lives(Long.parseLong(pid.strip()))).as("process " + pid).isFalse();
    }
    assertThat(words)
        .hasSize(4)
        .allMatch(line -> line.contains("task 3") || line.contains("task 5"));
  }

  private static ProtocolSettings small(int eager, int mostResult) {
    return ProtocolSettings.of(
            s -> {
              s.eager = eager;
              s.mostResult = mostResult;
            })
        .withLease(Duration.ofSeconds(2));
  }

  @Test
  void aResultThatIsTooLarge() throws Exception {
    var results =
        run(
            small(500, 1_000),
            Reduction.NONE,
            "case {id} in",
            "4) head -c 5000 /dev/zero ;;",
            "6) head -c 100000 /dev/zero | tr '\\0' x >&2; exit 3 ;;",
            "esac",
            "echo {id}");
    assertThat(failed).containsOnlyKeys(4, 6);
    assertThat(failed.get(4)).isEqualTo("a result of 5002 bytes, expected at most 1000");
    assertThat(failed.get(6)).startsWith("the command ended with exit code 3");
    assertThat(results).isEqualTo(allBut(4, 6));
  }

  /** What a gateway adds up exactly is larger than the results. */
  @Test
  void sumsThatAreLargerThanResults() throws Exception {
    run(small(500, 8_000), Reduction.SUM, "head -c 8000 /dev/urandom | tr '\\177\\377' '\\1\\1'");
    assertThat(failed).isEmpty();
  }
}

package io.strait.farm.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.Reduction;
import io.strait.farm.task.Farm;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("real")
class TaskCostTest {
  private static final ConcurrentMap<Integer, Boolean> COMPUTED = new ConcurrentHashMap<>();
  private static final double BUSY = 0.005;

  @TempDir private Path folder;

  /** Keeps a processor busy for a while. */
  public static final class Busy implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) {
      COMPUTED.put(task, true);
      long end = System.nanoTime() + (long) (1e9 * BUSY);
      long sum = 0;
      while (System.nanoTime() < end) {
        sum++;
      }
      return new byte[] {(byte) sum};
    }
  }

  /** Sleeps, which costs nothing. */
  public static final class Sleepy implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) throws InterruptedException {
      Thread.sleep(5);
      return new byte[1];
    }
  }

  /** Does not work. */
  public static final class Broken implements Farm {
    @Override
    public byte[] compute(int task, byte[] input) {
      throw new IllegalStateException("not today");
    }
  }

  private double cost(TaskCode code) throws IOException {
    return TaskCost.seconds(
        TaskSpec.of(
            new FarmApp("test", 100, Bytes.ZERO, Bytes.ZERO, Reduction.NONE, null, null, code),
            folder));
  }

  @Test
  void theTimeOfAProcessorCounts() throws IOException {
    // On a busy machine a task gets the processor for a part of its time.
    assertThat(cost(new TaskCode.JavaClass(Busy.class.getName()))).isBetween(BUSY / 20, BUSY * 1.5);
    assertThat(COMPUTED.size()).isGreaterThan(10);
    assertThat(cost(new TaskCode.JavaClass(Sleepy.class.getName()))).isBetween(1e-9, 0.003);
  }

  @Test
  void aCommandIsRunOnce() throws IOException {
    var code = new TaskCode.Command("echo x >> %s; sleep 0.05".formatted(folder.resolve("ran")));
    assertThat(cost(code)).isGreaterThanOrEqualTo(0.05);
    assertThat(folder.resolve("ran")).hasContent("x");
  }

  @Test
  void whatFailsCostsNothing() throws IOException {
    assertThat(cost(new TaskCode.JavaClass(Broken.class.getName()))).isZero();
    assertThat(cost(new TaskCode.Command("false"))).isZero();
    assertThat(cost(new TaskCode.Command("sleep 100"))).isZero();
  }
}

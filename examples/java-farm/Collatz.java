import io.strait.farm.task.Farm;
import io.strait.farm.task.Results;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;

/**
 * Which number below 200,000 takes the most steps of Collatz to 1? Each task looks at 10,000
 * numbers; of two answers the one with more steps is kept.
 *
 * <pre>
 * javac -cp 'dist/lib/*' -d classes examples/java-farm/Collatz.java
 * ./strait run examples/java-farm --classpath classes
 * </pre>
 */
public class Collatz implements Farm {
  private static final int SHARE = 10_000;

  @Override
  public byte[] input(int task) {
    return ByteBuffer.allocate(8).putLong(1 + (long) task * SHARE).array();
  }

  @Override
  public byte[] compute(int task, byte[] input) {
    long from = ByteBuffer.wrap(input).getLong();
    long best = from;
    long most = -1;
    for (long number = from; number < from + SHARE; number++) {
      long steps = steps(number);
      if (steps > most) {
        most = steps;
        best = number;
      }
    }
    return ByteBuffer.allocate(16).putLong(most).putLong(best).array();
  }

  private static long steps(long number) {
    long steps = 0;
    for (long n = number; n != 1; steps++) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    return steps;
  }

  @Override
  public byte[] combine(byte[] one, byte[] other) {
    return ByteBuffer.wrap(one).getLong() >= ByteBuffer.wrap(other).getLong() ? one : other;
  }

  @Override
  public void finish(Results results) throws IOException {
    var total = ByteBuffer.wrap(results.total());
    long steps = total.getLong();
    Files.writeString(
        results.folder().resolve("answer.txt"),
        "%d takes %d steps%n".formatted(total.getLong(), steps));
  }
}

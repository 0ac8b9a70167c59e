import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jppf.client.JPPFClient;
import org.jppf.client.JPPFJob;
import org.jppf.management.JMXDriverConnectionWrapper;
import org.jppf.node.protocol.AbstractTask;
import org.jppf.node.protocol.Task;

/**
 * A client of JPPF that measures. Reads {@code noop TASKS JOBS BUNDLE}, {@code bulk TASKS JOBS
 * BUNDLE BYTES} or {@code latency TASKS} from its input and prints {@code answer SECONDS}, for
 * latency the seconds of every task. Tasks are spread over jobs that run at the same time; a bundle
 * is what the driver sends the node at a time.
 */
public final class FarmClient {
  /** A task that returns a number made from its own. */
  public static final class Noop extends AbstractTask<Long> {
    private final int number;

    public Noop(int number) {
      this.number = number;
    }

    @Override
    public void run() {
      setResult(3L * number + 1);
    }
  }

  /** A task that returns many bytes, of which the first are its number. */
  public static final class Bulk extends AbstractTask<byte[]> {
    private final int number;
    private final int bytes;

    public Bulk(int number, int bytes) {
      this.number = number;
      this.bytes = bytes;
    }

    @Override
    public void run() {
      setResult(ByteBuffer.allocate(bytes).putInt(number).array());
    }
  }

  private final JPPFClient client;
  private final JMXDriverConnectionWrapper driver;

  private FarmClient(JPPFClient client) throws Exception {
    this.client = client;
    driver = client.awaitWorkingConnectionPool().awaitWorkingJMXConnection();
  }

  public static void main(String[] args) throws Exception {
    try (JPPFClient client = new JPPFClient()) {
      FarmClient farm = new FarmClient(client);
      System.out.println("ready");
      BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        System.out.println("answer " + farm.measure(line.split(" ")));
      }
    }
  }

  private String measure(String[] words) throws Exception {
    int tasks = Integer.parseInt(words[1]);
    if (words[0].equals("latency")) {
      StringBuilder times = new StringBuilder();
      for (int i = 0; i < tasks; i++) {
        times.append(i > 0 ? " " : "").append(run(1, 1, Noop::new));
      }
      return times.toString();
    }
    Map<Object, Object> profile = new HashMap<>();
    profile.put("size", words[3]);
    driver.changeLoadBalancerSettings("manual", profile);
    int bytes = words[0].equals("bulk") ? Integer.parseInt(words[4]) : 0;
    return ""
        + run(tasks, Integer.parseInt(words[2]), bytes == 0 ? Noop::new : i -> new Bulk(i, bytes));
  }

  /**
   * Runs tasks to their end, checks their results, returns the seconds from the first to the last.
   */
  private double run(int tasks, int count, IntFunction<Task<?>> task) throws Exception {
    List<JPPFJob> jobs = new ArrayList<>();
    long start = System.nanoTime();
    for (int j = 0; j < count; j++) {
      JPPFJob job = new JPPFJob();
      for (int i = j; i < tasks; i += count) {
        job.add(task.apply(i));
      }
      client.submitAsync(job);
      jobs.add(job);
    }
    List<List<Task<?>>> results = new ArrayList<>();
    for (JPPFJob job : jobs) {
      results.add(job.awaitResults());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    for (int i = 0; i < tasks; i++) {
      check(results.get(i % count).get(i / count), i);
    }
    return seconds;
  }

  private static void check(Task<?> task, int number) {
    Object result = task.getResult();
    boolean right =
        result instanceof byte[]
            ? ByteBuffer.wrap((byte[]) result).getInt() == number
            : Long.valueOf(3L * number + 1).equals(result);
    if (!right) {
      throw new IllegalStateException(
          "task " + number + ": " + result + ", " + task.getThrowable());
    }
  }
}

package io.strait.bench.circle;

import io.strait.model.Grid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What others send over the links of a lab while they are measured: over each one way, iperf3 sends
 * UDP packets at a share of the link's bandwidth, 2 s of every 4.
 */
final class CrossTraffic implements AutoCloseable {
  private static final Pattern UP = Pattern.compile("lab (\\S+) is up");
  private static final int FIRST_PORT = 5301;

  private final List<Process> processes = new ArrayList<>();
  private final Grid grid;
  private final double share;

  /**
   * @param share of each link's bandwidth while something is sent
   */
  CrossTraffic(Grid grid, double share) {
    this.grid = grid;
    this.share = share;
  }

  /** Begins once a command says in a file that its lab is up. */
  void begin(Process command, Path said) throws IOException, InterruptedException {
    while (command.isAlive()) {
      var up = UP.matcher(Files.readString(said));
      if (up.find()) {
        int port = FIRST_PORT;
        for (var link : grid.links()) {
          var from = host(link.between().getFirst());
          var to = host(link.between().getLast());
          double bits = 8 * share * link.network().bandwidth().bytesPerSecond();
          inside(up.group(1), to, "iperf3 -s -p " + port);
          inside(up.group(1), from, bursts(to, port, bits));
          port++;
        }
        return;
      }
      command.waitFor(100, TimeUnit.MILLISECONDS);
    }
  }

  private static String bursts(String to, int port, double bits) {
    return "while :; do iperf3 -u -c %s -p %d -b %.0f -l 1000 -t 2 --connect-timeout 2000; sleep 2; done"
        .formatted(to, port, bits);
  }

  private String host(String cluster) {
    return grid.clusters().stream()
        .filter(each -> each.name().equals(cluster))
        .findFirst()
        .orElseThrow()
        .hosts()
        .getFirst()
        .hostName(0);
  }

  private void inside(String lab, String host, String script) throws IOException {
    processes.add(
        new ProcessBuilder("./strait", "lab", "exec", "--lab", lab, host, "--", "sh", "-c", script)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  @Override
  public void close() {
    for (var process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    for (var process : processes) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
  }
}

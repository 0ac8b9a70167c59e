package io.strait.bench.link;

import io.strait.measure.link.Budget;
import io.strait.measure.link.Ladder;
import io.strait.measure.link.LinkDoor;
import io.strait.measure.link.LinkMeasurement;
import io.strait.measure.link.LinkSeries;
import io.strait.measure.link.Probe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A probe as a process of its own, and measurements with it. */
public final class OurProbe {
  private OurProbe() {}

  /** Dials the port of this machine that is given, and serves a measurement. */
  public static void main(String[] args) throws IOException {
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    try (var line = LinkDoor.dial(address, null, Duration.ofSeconds(10))) {
      new Probe(line).serve();
    }
  }

  /** Measures loopback in plain TCP, with a new probe. */
  static LinkSeries measure(@Nullable Ladder ladder, Budget budget) throws IOException {
    var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (var door = new LinkDoor(here, null)) {
      var process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx512m",
                      "-cp",
                      System.getProperty("java.class.path"),
                      OurProbe.class.getName(),
                      Integer.toString(door.port())))
              .inheritIO()
              .start();
      try (var line = door.accept()) {
        return LinkMeasurement.run(line, ladder, budget, "TCP on this machine", () -> {});
      } finally {
        process.destroy();
      }
    }
  }
}

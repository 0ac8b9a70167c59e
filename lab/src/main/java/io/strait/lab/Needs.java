package io.strait.lab;

import io.strait.lab.relay.Hosts;
import io.strait.lab.relay.Tun;
import io.strait.model.Grid;
import io.strait.model.UsageException;
import io.strait.model.text.InputException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a lab needs of the machine. */
public final class Needs {
  /** As many hosts come up in a minute or so. */
  public static final int MOST_HOSTS = 1000;

  /** Linux knows no longer names of hosts. */
  private static final int LONGEST_NAME = 64;

  private static final String OTHERWISE =
      "; without a lab, strait run --duration 15s emulates the grid inside one process";

  private Needs() {}

  /** What is missing; null if nothing is. */
  public static @Nullable String missing() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "a lab needs Linux, this is " + System.getProperty("os.name");
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      return "a lab needs root, this is user " + System.getProperty("user.name");
    }
    if (!Files.isWritable(Tun.DEVICE)) {
      return "a lab needs %s, which is not there".formatted(Tun.DEVICE);
    }
    for (var command : List.of("ip", "unshare", "setsid")) {
      if (!isOnPath(command)) {
        return "a lab needs the command %s, which is not there (Debian: iproute2, util-linux)"
            .formatted(command);
      }
    }
    return null;
  }

  static void check() {
    var missing = missing();
    if (missing != null) {
      throw new UsageException(missing + OTHERWISE);
    }
  }

  static void checkSize(Grid grid, Hosts hosts) {
    if (grid.clusters().size() > Hosts.MOST_CLUSTERS) {
      throw new InputException(
          "the grid has %d clusters, expected at most %d for a lab"
              .formatted(grid.clusters().size(), Hosts.MOST_CLUSTERS));
    }
    if (grid.hostCount() > MOST_HOSTS) {
      throw new InputException(
          "the grid has %d hosts, expected at most %d for a lab"
              .formatted(grid.hostCount(), MOST_HOSTS));
    }
    for (var host : hosts.all()) {
      if (host.name().length() > LONGEST_NAME) {
        throw new InputException(
            "host '%s' has a name of %d characters, expected at most %d for a lab"
                .formatted(host.name(), host.name().length(), LONGEST_NAME));
      }
      if (host.name().startsWith(Hosts.GATEWAY)
          && hosts.all().stream().filter(each -> each.name().equals(host.name())).count() > 1) {
        throw new InputException(
            "host '%s' has the name of a cluster's gateway, expected another"
                .formatted(host.name()));
      }
    }
  }

  private static boolean isOnPath(String command) {
    for (var folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(folder, command))) {
        return true;
      }
    }
    return false;
  }
}

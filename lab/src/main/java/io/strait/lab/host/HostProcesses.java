package io.strait.lab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The processes that run inside the hosts of a lab. */
public final class HostProcesses {
  private final Namespaces namespaces;

  public HostProcesses(Namespaces namespaces) {
    this.namespaces = namespaces;
  }

  /** The processes inside any of these hosts. */
  public List<Long> of(List<String> hosts) throws IOException {
    var wanted = new HashSet<String>();
    for (var host : hosts) {
      var file = namespaces.file(host);
      if (Files.exists(file)) {
        wanted.add("net:[%s]".formatted(Files.getAttribute(file, "unix:ino")));
      }
    }
    var found = new ArrayList<Long>();
    if (wanted.isEmpty()) {
      return found;
    }
    try (var all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : all) {
        if (isIn(process, wanted)) {
          found.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    }
    return found;
  }

  private static boolean isIn(Path process, Set<String> wanted) {
    try {
      return wanted.contains(Files.readSymbolicLink(process.resolve("ns/net")).toString());
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  /** Sends a signal to all processes of these hosts and returns how many there were. */
  public int signal(String name, List<String> hosts) throws IOException {
    var found = of(hosts);
    if (!found.isEmpty()) {
      var numbers = found.stream().map(String::valueOf).collect(Collectors.joining(" "));
      var process =
          new ProcessBuilder("sh", "-c", "kill -%s %s".formatted(name, numbers))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        process.waitFor(); // it fails where some have ended meanwhile
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return found.size();
  }
}

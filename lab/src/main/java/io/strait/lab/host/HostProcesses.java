package io.strait.lab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The processes that run inside the hosts of a lab. */
public final class HostProcesses {
  private static final int ROUNDS = 100;

  private final Namespaces namespaces;

  public HostProcesses(Namespaces namespaces) {
    this.namespaces = namespaces;
  }

  /** The processes inside any of these hosts. */
  public List<Long> of(List<String> hosts) throws IOException {
    var found = new ArrayList<Long>();
    byHost(hosts).values().forEach(found::addAll);
    return found;
  }

  /** The processes inside each of these hosts. */
  public Map<String, List<Long>> byHost(List<String> hosts) throws IOException {
    var byNamespace = new HashMap<String, List<Long>>();
    var found = new LinkedHashMap<String, List<Long>>();
    for (var host : hosts) {
      var file = namespaces.file(host);
      if (Files.exists(file)) {
        var processes = new ArrayList<Long>();
        found.put(host, processes);
        byNamespace.put("net:[%s]".formatted(Files.getAttribute(file, "unix:ino")), processes);
      }
    }
    if (found.isEmpty()) {
      return found;
    }
    try (var all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : all) {
        @Nullable List<Long> list = byNamespace.get(namespace(process));
        if (list != null) {
          list.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    }
    return found;
  }

  private static String namespace(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("ns/net")).toString();
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  /** Kills all processes of these hosts, also those that they start meanwhile. */
  public int kill(List<String> hosts) throws IOException {
    int most = 0;
    for (int i = 0; i < ROUNDS; i++) {
      int count = signal("KILL", hosts);
      most = Math.max(most, count);
      if (count == 0) {
        break;
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return most;
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

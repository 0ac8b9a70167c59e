package io.strait.measure.grid.probe;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a host knows of itself.
 *
 * @param memory bytes
 * @param machine is the same for processes that share a machine's cores
 * @param addresses at which others may reach it
 * @param own seconds of a round trip of datagrams to itself: what programs need for one
 */
public record HostFacts(
    int cores, long memory, String machine, List<String> addresses, double own) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int MOST_ADDRESSES = 8;

  public HostFacts {
    addresses = List.copyOf(addresses);
  }

  /** This host's. */
  static HostFacts here() throws IOException {
    return new HostFacts(
        cores(Runtime.getRuntime().availableProcessors(), CpuQuota.cpus()),
        totalMemory(),
        bootId(),
        reachable(),
        Echo.seconds());
  }

  /** The host with so many cores; 0 for those that it has. */
  HostFacts with(int some) {
    return some == 0 ? this : new HostFacts(some, memory, machine, addresses, own);
  }

  /** The cores that a quota leaves, the last of them perhaps in part. */
  static int cores(int all, double quota) {
    return (int) Math.clamp(Math.ceil(quota - 0.01), 1, all);
  }

  private static long totalMemory() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  private static String bootId() {
    try {
      return Files.readString(BOOT).strip();
    } catch (IOException e) {
      return Long.toHexString(System.identityHashCode(BOOT)) + ProcessHandle.current().pid();
    }
  }

  private static List<String> reachable() throws IOException {
    var found = new ArrayList<String>();
    for (var card : NetworkInterface.networkInterfaces().toList()) {
      if (card.isUp() && !card.isLoopback()) {
        card.inetAddresses()
            .filter(address -> !address.isLinkLocalAddress())
            .map(
                address -> address.getHostAddress().replaceAll("%.*", "")) // others call cards else
            .forEach(found::add);
      }
    }
    return found.subList(0, Math.min(MOST_ADDRESSES, found.size()));
  }

  Note into(Note note) {
    return note.with("cores", cores)
        .with("memory", memory)
        .with("machine", machine)
        .with("addresses", String.join(" ", addresses))
        .with("own", own);
  }

  static HostFacts of(Note note) throws IOException {
    var addresses =
        Arrays.stream(note.text("addresses").split(" ", -1))
            .filter(address -> !address.isEmpty())
            .limit(MOST_ADDRESSES)
            .toList();
    return new HostFacts(
        (int) note.whole("cores", 1, 1_000_000),
        note.whole("memory", 0, Long.MAX_VALUE),
        note.text("machine"),
        addresses,
        Math.clamp(note.number("own"), 0, 0.1));
  }
}

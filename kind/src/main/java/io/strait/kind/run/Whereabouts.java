package io.strait.kind.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a process is, so that another can tell whether it may reach its ports and see its number.
 * What a machine does not tell is empty.
 *
 * @param host its name
 * @param machine identifies the installation, through all its starts
 * @param boot identifies one start of the machine
 * @param network the namespace in which its ports are
 * @param processes the namespace in which it has its number
 */
record Whereabouts(String host, String machine, String boot, String network, String processes) {
  private static final String HOST = "host";
  private static final String MACHINE = "machine";
  private static final String BOOT = "boot";
  private static final String NETWORK = "network-namespace";
  private static final String PROCESSES = "process-namespace";

  /** Of this process. */
  static Whereabouts here() {
    return new Whereabouts(
        hostName(),
        firstLine("/etc/machine-id"),
        firstLine("/proc/sys/kernel/random/boot_id"),
        namespace("net"),
        namespace("pid"));
  }

  /** Of a process that has written this down. */
  static Whereabouts read(Map<String, String> entries) {
    return new Whereabouts(
        entries.getOrDefault(HOST, ""),
        entries.getOrDefault(MACHINE, ""),
        entries.getOrDefault(BOOT, ""),
        entries.getOrDefault(NETWORK, ""),
        entries.getOrDefault(PROCESSES, ""));
  }

  void write(Map<String, String> entries) {
    entries.put(HOST, host);
    entries.put(MACHINE, machine);
    entries.put(BOOT, boot);
    entries.put(NETWORK, network);
    entries.put(PROCESSES, processes);
  }

  /** Whether this is the machine of the other, which has not been started again since. */
  private boolean isMachineOf(Whereabouts other) {
    if (boot.isEmpty() || other.boot.isEmpty()) {
      return other.host.isEmpty() || host.equals(other.host);
    }
    return boot.equals(other.boot);
  }

  /** Whether ports on the loopback address of the other are those of this. */
  boolean reachesPortsOf(Whereabouts other) {
    return isMachineOf(other) && (other.network.isEmpty() || network.equals(other.network));
  }

  /** Whether this sees all processes that the other sees, by their numbers. */
  boolean seesProcessesOf(Whereabouts other) {
    return isMachineOf(other) && (other.processes.isEmpty() || processes.equals(other.processes));
  }

  /** Whether this is the other's machine, which was started again: no process of then lives. */
  boolean isAfterRestartOf(Whereabouts other) {
    return !machine.isEmpty()
        && machine.equals(other.machine)
        && host.equals(other.host)
        && !boot.isEmpty()
        && !other.boot.isEmpty()
        && !boot.equals(other.boot);
  }

  private static String hostName() {
    var told = firstLine("/proc/sys/kernel/hostname");
    if (!told.isEmpty()) {
      return told;
    }
    try {
      return clean(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private static String firstLine(String file) {
    try {
      return clean(Files.readString(Path.of(file)).lines().findFirst().orElse(""));
    } catch (IOException e) {
      return "";
    }
  }

  private static String namespace(String kind) {
    try {
      return clean(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString());
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }

  /** A text as small files of texts can hold it. */
  private static String clean(String text) {
    return text.strip().replaceAll("[\\p{Cntrl}\"\\\\]", "");
  }
}

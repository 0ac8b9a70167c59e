package io.strait.serve.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes the system has been given for a connection and the other side has not taken yet,
 * as Linux tells. A browser that is gone or stopped takes nothing, but megabytes fit into the
 * system's buffers before a write waits.
 */
final class SendQueues {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

  /** Bytes whose number is not known. */
  static final long UNKNOWN = -1;

  /** How long one look is good for. */
  private static final long FRESH_NANOS = 1_000_000_000L;

  private static final String ESTABLISHED = "01";

  private static Map<Integer, Long> known = Map.of();
  private static long readAt;
  private static boolean hasRead;

  private SendQueues() {}

  /** Bytes under way from a port here to a port there. */
  static synchronized long of(int local, int remote) {
    long now = System.nanoTime();
    if (!hasRead || now - readAt > FRESH_NANOS) {
      hasRead = true;
      readAt = now;
      known = read();
    }
    return known.getOrDefault(key(local, remote), UNKNOWN);
  }

  private static int key(int local, int remote) {
    return local << 16 | remote;
  }

  private static Map<Integer, Long> read() {
    var found = new HashMap<Integer, Long>();
    for (var table : TABLES) {
      try (var lines = Files.lines(table, StandardCharsets.ISO_8859_1)) {
        lines.skip(1).forEach(line -> add(found, line));
      } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
        return Map.of(); // another system, or another form of it
      }
    }
    return found;
  }

  /** Number, local and remote address with port, state, bytes to send and to read, and more. */
  private static void add(Map<Integer, Long> found, String line) {
    var fields = line.strip().split("\\s+", 6);
    if (!fields[3].equals(ESTABLISHED)) {
      return;
    }
    long queue = Long.parseLong(fields[4].substring(0, fields[4].indexOf(':')), 16);
    @Nullable Long other = found.put(key(port(fields[1]), port(fields[2])), queue);
    if (other != null) {
      // Two machines use one port: whose bytes these are, nobody knows.
      found.put(key(port(fields[1]), port(fields[2])), UNKNOWN);
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }
}

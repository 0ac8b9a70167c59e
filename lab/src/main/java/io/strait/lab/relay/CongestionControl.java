package io.strait.lab.relay;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What governs the windows of TCP in the hosts of a lab. It decides how fast a connection across a
 * long gap becomes, so a lab does not leave it to the machine that it happens to be on.
 */
public record CongestionControl(String name) {
  /** What hosts of the field have unless somebody changed it. */
  private static final String USUAL = "cubic";

  /** What every Linux lets any namespace have. */
  private static final String ALWAYS = "reno";

  private static final Path SETTINGS = Path.of("/proc/sys/net/ipv4");

  /** The usual one, or the nearest that this machine lets namespaces have. */
  public static CongestionControl usual() throws IOException {
    return new CongestionControl(list("allowed").contains(USUAL) ? USUAL : ALWAYS);
  }

  /**
   * One that was asked for.
   *
   * @throws InputException if this machine does not let namespaces have it
   */
  public static CongestionControl of(String name) throws IOException {
    var allowed = list("allowed");
    if (!allowed.contains(name)) {
      throw new InputException(
          "--tcp '%s', expected one that this machine lets namespaces have: %s"
              .formatted(name, String.join(", ", allowed)));
    }
    return new CongestionControl(name);
  }

  private static List<String> list(String which) throws IOException {
    var file = SETTINGS.resolve("tcp_%s_congestion_control".formatted(which));
    return List.of(Files.readString(file, StandardCharsets.UTF_8).strip().split("\\s+", -1));
  }

  /** Makes it the one of the namespace that this thread is in. */
  void set() throws IOException {
    Files.writeString(SETTINGS.resolve("tcp_congestion_control"), name, StandardCharsets.UTF_8);
  }
}

package io.strait.measure.grid.probe;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One probe of a user at a time measures a host: two would disturb each other. Hosts that share a
 * machine's files, such as those of a lab, are told apart by their network.
 */
final class HostLock implements AutoCloseable {
  private static final Path NETWORK = Path.of("/proc/self/ns/net");

  private final Path file;
  private final FileChannel channel;

  private HostLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes it.
   *
   * @throws InputException if another probe has it
   */
  static HostLock take() throws IOException {
    var file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "strait-probe-%s-%s.lock".formatted(System.getProperty("user.name"), network()));
    var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    @Nullable FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (IOException | OverlappingFileLockException e) {
      // As if another had it.
    }
    if (lock == null) {
      var other = Files.readString(file).strip();
      channel.close();
      throw new InputException(
          "this host is being measured already, by the probe with process number %s; expected one measurement at a time"
              .formatted(other.isEmpty() ? "unknown" : other));
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
    return new HostLock(file, channel);
  }

  private static String network() {
    try {
      return Files.readSymbolicLink(NETWORK).toString().replaceAll("[^0-9]", "");
    } catch (IOException | UnsupportedOperationException e) {
      return "host";
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}

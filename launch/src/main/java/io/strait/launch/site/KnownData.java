package io.strait.launch.site;

import io.strait.model.Start;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;

/**
 * What this machine believes of the data that sites keep, so that a plan need not ask them: what
 * was there when the last run ended.
 */
public final class KnownData {
  private final Path folder;

  /**
   * @param folder for what is known
   */
  public KnownData(Path folder) {
    this.folder = folder;
  }

  /** What this user's machine knows. */
  public static KnownData ofUser() {
    return new KnownData(UserCache.folder().resolve("staged"));
  }

  private Path file(Start start) {
    var place = start.ssh() + " " + start.folder();
    return folder.resolve(
        start.ssh().replaceAll("[^A-Za-z0-9._-]", "_")
            + "-"
            + Integer.toHexString(place.hashCode()));
  }

  /** Checksums of what is there, as far as is known. */
  public List<String> at(Start start) {
    try {
      return Files.readAllLines(file(start)).stream().filter(Checksums::isSum).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Notes what is there now. */
  public void put(Start start, List<String> sums) throws IOException {
    Files.createDirectories(folder);
    var part = Files.createTempFile(folder, "new", ".part");
    Files.write(part, new TreeSet<>(sums), StandardCharsets.UTF_8);
    Files.move(part, file(start), StandardCopyOption.ATOMIC_MOVE);
  }
}

package io.strait.launch.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * SHA-256 of large files. A file is read once: its checksum is kept with its path, size and time of
 * change, and holds as long as these stay the same.
 */
public final class Checksums {
  private static final int CHUNK = 1 << 20;

  private final Path cache;

  /**
   * @param cache a folder for what is known
   */
  public Checksums(Path cache) {
    this.cache = cache;
  }

  /** Those that this user's machine knows. */
  public static Checksums ofUser() {
    return new Checksums(UserCache.folder().resolve("sums"));
  }

  /** The checksum in hexadecimal digits, if it is known without reading the file. */
  public Optional<String> known(Path file) throws IOException {
    var entry = entry(file);
    if (!Files.exists(entry)) {
      return Optional.empty();
    }
    var state = state(file);
    var text = Files.readString(entry).strip();
    return text.startsWith(state + " ")
        ? Optional.of(text.substring(state.length() + 1)).filter(Checksums::isSum)
        : Optional.empty();
  }

  /** The checksum in hexadecimal digits. */
  public String of(Path file) throws IOException {
    var known = known(file);
    if (known.isPresent()) {
      return known.get();
    }
    var before = state(file);
    var digest = digest();
    try (var in = Files.newInputStream(file)) {
      var some = new byte[CHUNK];
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        digest.update(some, 0, n);
      }
    }
    if (!before.equals(state(file))) {
      throw new IOException("%s was changed while it was read".formatted(file));
    }
    var sum = HexFormat.of().formatHex(digest.digest());
    keep(file, before + " " + sum + "\n");
    return sum;
  }

  /** Whether a text is a checksum. */
  public static boolean isSum(String text) {
    return text.matches("[0-9a-f]{64}");
  }

  private void keep(Path file, String line) {
    try {
      Files.createDirectories(cache);
      var part = Files.createTempFile(cache, "new", ".part");
      Files.writeString(part, line);
      Files.move(part, entry(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Then it is read again next time.
    }
  }

  private static String state(Path file) throws IOException {
    return "%d %d"
        .formatted(Files.size(file), Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
  }

  private Path entry(Path file) throws IOException {
    var name = file.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
    return cache.resolve(HexFormat.of().formatHex(digest().digest(name), 0, 12));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.strait.launch.site;

import java.nio.file.Path;

/**
 * A file that is too large to travel with every process: it is brought to a site once.
 *
 * @param path here
 * @param bytes its size
 * @param sha256 in hexadecimal digits, which is its name there
 */
public record DataFile(Path path, long bytes, String sha256) {
  public DataFile {
    if (!Checksums.isSum(sha256)) {
      throw new IllegalArgumentException("the checksum '%s'".formatted(sha256));
    }
  }
}

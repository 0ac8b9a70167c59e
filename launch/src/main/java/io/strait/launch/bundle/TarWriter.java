package io.strait.launch.bundle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes files as a tar archive (POSIX ustar). What is written depends on names, contents and the
 * right to execute alone: neither on times, owners nor the order in which a file system lists.
 */
public final class TarWriter implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_PREFIX = 155;

  /** Everything is as old as this: the first second of 1980, which all programs can show. */
  private static final long TIME = 315_532_800;

  private final OutputStream out;

  public TarWriter(OutputStream out) {
    this.out = out;
  }

  /** Adds a file, a symbolic link, or a folder with all that is in it. */
  public void add(String name, Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      header(name, 0777, 0, '2', Files.readSymbolicLink(path).toString());
    } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      header(name + "/", 0755, 0, '5', "");
      try (var list = Files.list(path)) {
        for (var each : list.sorted().toList()) {
          add(name + "/" + each.getFileName(), each);
        }
      }
    } else {
      long size = Files.size(path);
      header(name, Files.isExecutable(path) ? 0755 : 0644, size, '0', "");
      long copied = Files.copy(path, out);
      if (copied != size) {
        throw new IOException("%s changed while it was read".formatted(path));
      }
      pad(size);
    }
  }

  /** Adds a file that does not exist elsewhere. */
  public void add(String name, byte[] content, boolean executable) throws IOException {
    header(name, executable ? 0755 : 0644, content.length, '0', "");
    out.write(content);
    pad(content.length);
  }

  private void header(String name, int mode, long size, char type, String target)
      throws IOException {
    var header = new byte[BLOCK];
    int cut =
        name.length() <= LONGEST_NAME ? -1 : name.indexOf('/', name.length() - LONGEST_NAME - 1);
    if (name.length() > LONGEST_NAME && (cut < 0 || cut > LONGEST_PREFIX)) {
      throw new IOException("%s has a longer name than tar allows".formatted(name));
    }
    put(header, 0, LONGEST_NAME, name.substring(cut + 1));
    put(header, 345, LONGEST_PREFIX, cut < 0 ? "" : name.substring(0, cut));
    octal(header, 100, 8, mode);
    octal(header, 108, 8, 0);
    octal(header, 116, 8, 0);
    octal(header, 124, 12, size);
    octal(header, 136, 12, TIME);
    header[156] = (byte) type;
    put(header, 157, LONGEST_NAME, target);
    put(header, 257, 8, "ustar\00000");
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put(header, 148, 8, "%06o\0 ".formatted(sum));
    out.write(header);
  }

  private static void put(byte[] header, int at, int most, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > most) {
      throw new IOException("'%s' is longer than tar allows".formatted(text));
    }
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static void octal(byte[] header, int at, int length, long value) throws IOException {
    put(header, at, length, ("%0" + (length - 1) + "o").formatted(value));
  }

  private void pad(long size) throws IOException {
    out.write(new byte[(int) (-size & (BLOCK - 1))]);
  }

  /** Ends the archive, and the stream. */
  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.close();
  }
}

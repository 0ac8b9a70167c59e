package io.strait.view;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a picture row by row as PNG of 8 bits per colour. The JDK's own writer would need its
 * window system, which loads slowly and is missing in small installations.
 */
public final class Png implements AutoCloseable {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte[] COLOUR = {8, 2, 0, 0, 0};

  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
  private final Deflater deflater = new Deflater(6);
  private final DeflaterOutputStream rows = new DeflaterOutputStream(packed, deflater);
  private final int width;
  private final int height;
  private final byte[] line;

  public Png(int width, int height) {
    this.width = width;
    this.height = height;
    this.line = new byte[1 + 3 * width];
  }

  /** The next row, a number of red, green and blue bytes per pixel. */
  public void row(int[] pixels) throws IOException {
    for (int i = 0; i < width; i++) {
      line[3 * i + 1] = (byte) (pixels[i] >> 16);
      line[3 * i + 2] = (byte) (pixels[i] >> 8);
      line[3 * i + 3] = (byte) pixels[i];
    }
    rows.write(line);
  }

  /** Writes the file; under its name there is a whole picture or none. */
  public void finish(Path path) throws IOException {
    var partial = path.resolveSibling(path.getFileName() + ".partial");
    Files.write(partial, finish());
    Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The bytes of the file. */
  public byte[] finish() throws IOException {
    rows.finish();
    var file = new ByteArrayOutputStream();
    file.writeBytes(SIGNATURE);
    file.writeBytes(
        chunk("IHDR", ByteBuffer.allocate(13).putInt(width).putInt(height).put(COLOUR).array()));
    file.writeBytes(chunk("IDAT", packed.toByteArray()));
    file.writeBytes(chunk("IEND", new byte[0]));
    return file.toByteArray();
  }

  private static byte[] chunk(String name, byte[] content) {
    var check = new CRC32();
    check.update(name.getBytes(US_ASCII));
    check.update(content);
    return ByteBuffer.allocate(12 + content.length)
        .putInt(content.length)
        .put(name.getBytes(US_ASCII))
        .put(content)
        .putInt((int) check.getValue())
        .array();
  }

  @Override
  public void close() {
    deflater.end();
  }
}

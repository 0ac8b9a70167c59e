package io.strait.stencil.run;

import io.strait.model.Element;
import io.strait.stencil.plan.Rect;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file of all cells of a domain and nothing else: column after column, from left to right, each
 * from its first row to its last; numbers of the app's type, lowest byte first. The file has
 * columns x rows x size of a cell bytes. NumPy reads it by {@code numpy.fromfile(file,
 * dtype).reshape(columns, rows)}, with {@code '<f8'}, {@code '<f4'} or {@code '<i4'} as dtype;
 * {@code .T} turns it the way pictures are. Under its name there is a whole file or none: parts are
 * put into a file of another name, which {@link #finish} renames.
 */
public final class RawFile implements AutoCloseable {
  private final Path path;
  private final Path partial;
  private final FileChannel channel;
  private final int rows;
  private final int size;

  private RawFile(Path path, Path partial, FileChannel channel, int rows, int size) {
    this.path = path;
    this.partial = partial;
    this.channel = channel;
    this.rows = rows;
    this.size = size;
  }

  /** Begins a file; all parts must be put before it is finished. */
  public static RawFile create(Path path, Element type, int rows) throws IOException {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new IOException(
          "cells can be written only by processors that put the lowest byte first");
    }
    var partial = path.resolveSibling(path.getFileName() + ".partial");
    var channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    return new RawFile(path, partial, channel, rows, type.bytes());
  }

  /**
   * Writes a rectangle of cells that lie as in {@link CellSweep}; several threads may do so at
   * once.
   */
  public void put(Rect rect, MemorySegment field, long origin, long stride) throws IOException {
    long length = (long) rect.height() * size;
    for (int x = rect.x0(); x < rect.x1(); x++) {
      long at = ((long) x * rows + rect.y0()) * size;
      long from = origin + x * stride + (long) rect.y0() * size;
      var bytes = field.asSlice(from, length).asByteBuffer();
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    }
  }

  /** Gives the file its name. */
  public void finish() throws IOException {
    channel.force(false);
    channel.close();
    Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes what was not finished. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      channel.close();
      Files.deleteIfExists(partial);
    }
  }
}

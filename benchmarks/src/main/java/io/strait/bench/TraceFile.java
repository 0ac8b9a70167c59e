package io.strait.bench;

import io.strait.farm.simulate.Timings;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Everything that takes time in a simulated run, in a file: 24 bytes each, without text. For farms
 * whose workers have one core.
 */
final class TraceFile implements Timings, Closeable {
  private static final int RECORD = 24;
  private static final int INPUT = -1;
  private static final int RESULT = -2;
  private static final int MASTER = -3;

  private final FileChannel file;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(RECORD << 12).order(ByteOrder.nativeOrder());

  TraceFile(Path path) {
    try {
      file = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void computed(int worker, int core, int task, double start, double end) {
    write(worker, task, start, end);
  }

  @Override
  public void transferred(int server, double start, double end, boolean result) {
    write(server, result ? RESULT : INPUT, start, end);
  }

  @Override
  public void processed(int count, double start, double end) {
    write(count, MASTER, start, end);
  }

  private void write(int who, int what, double start, double end) {
    if (buffer.remaining() < RECORD) {
      flush();
    }
    buffer.putInt(who).putInt(what).putDouble(start).putDouble(end);
  }

  private void flush() {
    try {
      buffer.flip();
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      buffer.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    flush();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

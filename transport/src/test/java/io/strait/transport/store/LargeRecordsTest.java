package io.strait.transport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of megabytes between small ones, with and without the system's cache. */
class LargeRecordsTest {
  private static final int SEGMENT = 12 << 20;
  private static final int RECORDS = 36;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 2"})
  void theyAreReadAsTheyWereWritten(boolean uncached, int seed) throws Exception {
    var random = new Random(seed);
    var written = new ArrayList<RecordingListener.Found>();
    int lives = 3;
    for (int life = 0; life < lives; life++) {
      var told = new RecordingListener();
      try (var log = open(uncached, told)) {
        check(RecordingListener.recover(log), written);
        for (int i = 0; i < RECORDS / lives; i++) {
          written.add(append(log, random));
          if (random.nextInt(3) > 0) {
            log.sync();
          }
          if (random.nextInt(8) == 0) {
            // Records that are not safe yet are read from memory, the others from their files.
            var some = written.get(random.nextInt(written.size()));
            assertThat(log.read(some.position())).isEqualTo(some.payload());
            log.sync();
            told.awaitDurable(written.getLast().position());
          }
        }
      }
      assertThat(told.events).isEmpty();
    }
    try (var log = open(uncached, new RecordingListener())) {
      check(RecordingListener.recover(log), written);
    }
  }

  private Log open(boolean uncached, RecordingListener told) throws Exception {
    return uncached ? Log.openUncached(folder, SEGMENT, told) : Log.open(folder, SEGMENT, told);
  }

  private static void check(
      List<RecordingListener.Found> found, List<RecordingListener.Found> written) {
    assertThat(found).hasSameSizeAs(written);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).position()).isEqualTo(written.get(i).position());
      assertThat(found.get(i).payload()).isEqualTo(written.get(i).payload());
    }
  }

  private static RecordingListener.Found append(Log log, Random random) {
    int size =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(100);
          case 1 -> 4096 * random.nextInt(600) - (random.nextBoolean() ? 0 : random.nextInt(40));
          case 2 -> random.nextInt(10 << 20); // more than is written at a time
          default -> random.nextInt(3 << 20);
        };
    var payload = new byte[Math.max(0, size)];
    random.nextBytes(payload);
    byte kind = (byte) random.nextInt(100);
    long position;
    if (random.nextInt(4) == 0) {
      position = log.append(kind, payload);
    } else {
      int cut = random.nextInt(1 + Math.min(payload.length, 50));
      var head = new byte[cut];
      System.arraycopy(payload, 0, head, 0, cut);
      position = log.append(kind, head, scatter(payload, cut, random));
    }
    return new RecordingListener.Found(position, kind, payload);
  }

  /** The rest of an array in buffers of many sizes, on and off the heap. */
  private static Scattered scatter(byte[] bytes, int from, Random random) {
    var buffers = new ArrayList<ByteBuffer>();
    for (int at = from; at < bytes.length; ) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(40_000));
      if (random.nextBoolean()) {
        buffers.add(ByteBuffer.allocateDirect(length).put(0, bytes, at, length));
      } else {
        buffers.add(ByteBuffer.wrap(bytes, at, length).slice());
      }
      at += length;
    }
    return new Scattered(buffers, bytes.length - from);
  }
}

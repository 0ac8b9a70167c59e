package io.strait.transport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations and crashes, compared with a model that loses nothing. */
class LogPropertyTest {
  @TempDir Path folder;

  private final TreeMap<Long, RecordingListener.Found> model = new TreeMap<>();
  private final Set<Long> released = new HashSet<>();

  static IntStream seeds() {
    return IntStream.rangeClosed(1, Integer.getInteger("seeds", 30));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsDurableSurvives(int seed) throws Exception {
    Random random = new Random(seed);
    long segmentBytes = 64 + random.nextInt(2000);
    Path place = folder.resolve("0");
    RecordingListener told = new RecordingListener();
    Log log = Log.open(place, segmentBytes, told);
    assertThat(RecordingListener.recover(log)).isEmpty();
    for (int crash = 1; crash <= 6; crash++) {
      work(log, random);
      long durable = told.durable;
      Path copy = folder.resolve("" + crash);
      copy(place, copy);
      spoil(copy, durable, random);
      log.close();
      assertThat(told.events).isEmpty();
      told = new RecordingListener();
      log = Log.open(copy, segmentBytes, told);
      checkRecovered(RecordingListener.recover(log), durable);
      place = copy;
      for (long position : released) {
        if (model.containsKey(position)) {
          log.release(position);
        }
      }
    }
    log.close();
  }

  private void work(Log log, Random random) throws InterruptedException {
    for (int step = random.nextInt(400); step >= 0; step--) {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3, 4 -> {
          byte[] payload = new byte[random.nextInt(random.nextInt(20) == 0 ? 3000 : 60)];
          random.nextBytes(payload);
          byte kind = (byte) random.nextInt(256);
          long position = log.append(kind, payload);
          assertThat(model.isEmpty() || position > model.lastKey()).isTrue();
          model.put(position, new RecordingListener.Found(position, kind, payload));
        }
        case 5 -> log.sync();
        case 6 -> {
          if (random.nextInt(10) == 0 && !model.isEmpty()) {
            log.sync();
            awaitAll(log);
          }
        }
        case 7, 8 -> {
          if (!model.isEmpty()) {
            long position = some(random);
            if (random.nextInt(60) == 0) {
              log.releaseBefore(position);
              released.addAll(model.headMap(position).keySet());
            } else {
              log.release(position);
              released.add(position);
            }
          }
        }
        default -> {
          if (!model.isEmpty()) {
            long position = some(random);
            if (!released.contains(position)) {
              assertThat(log.read(position)).isEqualTo(model.get(position).payload());
            }
          }
        }
      }
    }
  }

  private static void awaitAll(Log log) throws InterruptedException {
    RecordingListener.await(() -> log.pendingBytes() == 0);
  }

  private long some(Random random) {
    return List.copyOf(model.keySet()).get(random.nextInt(model.size()));
  }

  /** A snapshot of all files. Names are listed first, so only the last file may be incomplete. */
  private static List<Path> segments(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files = segments(from);
    Files.createDirectories(to);
    for (Path file : files) {
      try {
        Files.copy(file, to.resolve(file.getFileName()));
      } catch (NoSuchFileException e) {
        // released meanwhile
      }
    }
  }

  /** Cuts or garbles what was not durable. */
  private void spoil(Path copy, long durable, Random random) throws IOException {
    List<Path> files = segments(copy);
    if (files.isEmpty()) {
      return;
    }
    Path last = files.getLast();
    long base = Long.parseLong(last.getFileName().toString().replace(".log", ""), 16);
    long safe = 0;
    if (durable >= base) {
      safe = durable - base + RecordFrame.length(model.get(durable).payload());
    }
    try (var file = new RandomAccessFile(last.toFile(), "rw")) {
      long size = file.length();
      switch (random.nextInt(4)) {
        case 0 -> file.setLength(safe + (long) (random.nextDouble() * (size - safe + 1)));
        case 1 -> {
          long from = Math.max(safe, RecordFrame.SEGMENT);
          if (from < size) {
            file.seek(from + (long) (random.nextDouble() * (size - from)));
            byte[] garbage = new byte[random.nextInt(50)];
            random.nextBytes(garbage);
            file.write(garbage);
          }
        }
        case 2 -> {
          if (size >= RecordFrame.SEGMENT) {
            file.setLength(size + random.nextInt(100)); // zeros after the end
          }
        }
        default -> {}
      }
    }
  }

  private void checkRecovered(List<RecordingListener.Found> found, long durable) {
    TreeMap<Long, RecordingListener.Found> back = new TreeMap<>();
    long before = -1;
    for (RecordingListener.Found record : found) {
      assertThat(record.position()).isGreaterThan(before);
      before = record.position();
      RecordingListener.Found original = model.get(before);
      assertThat(original).isNotNull();
      assertThat(record.kind()).isEqualTo(original.kind());
      assertThat(record.payload()).isEqualTo(original.payload());
      back.put(before, original);
    }
    boolean gone = false;
    List<Long> lost = new ArrayList<>();
    for (long position : model.keySet()) {
      if (!released.contains(position)) {
        boolean there = back.containsKey(position);
        assertThat(there && gone).as("a hole before %d", position).isFalse();
        gone |= !there;
        if (!there && position <= durable) {
          lost.add(position);
        }
      }
    }
    assertThat(lost).isEmpty();
    model.clear();
    model.putAll(back);
    released.retainAll(back.keySet());
  }
}

package io.strait.transport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real disk that is full: a tmpfs of 1 MiB, if this process may mount one. */
@Tag("real")
class FullDiskTest {
  @TempDir Path disk;

  private boolean mounted;
  private final RecordingListener told = new RecordingListener();
  private final List<Long> positions = new ArrayList<>();

  @BeforeEach
  void mount() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
    Assumptions.assumeTrue(mounted, "skipped: only root can mount a small disk");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void append(Log log, int number) {
    byte[] payload = new byte[10_000];
    Arrays.fill(payload, (byte) number);
    positions.add(log.append((byte) number, payload));
  }

  private void checkAllThere(Log log, int from) {
    for (int i = from; i < positions.size(); i++) {
      byte[] payload = log.read(positions.get(i));
      assertThat(payload).hasSize(10_000);
      assertThat(payload[5000]).isEqualTo((byte) i);
    }
  }

  @Test
  void nothingIsLostWhileTheDiskIsFull() throws Exception {
    Path folder = disk.resolve("log");
    Files.write(disk.resolve("ballast"), new byte[600_000]);
    try (Log log = Log.open(folder, 200_000, told)) {
      RecordingListener.recover(log);
      for (int i = 0; i < 70; i++) {
        append(log, i);
      }
      log.sync();
      RecordingListener.await(() -> !told.events.isEmpty());
      assertThat(told.events).hasSize(1);
      assertThat(told.events.getFirst())
          .isEqualTo("trouble: cannot write to " + folder + ": No space left on device");
      assertThat(log.trouble()).contains("cannot write to " + folder + ": No space left on device");
      assertThat(log.pendingBytes()).isPositive();
      Thread.sleep(2200); // retries in vain
      append(log, 70);
      log.sync();
      checkAllThere(log, 0);
      assertThat(told.events).hasSize(1);
      assertThat(told.durable).isLessThan(positions.getLast());
      Files.delete(disk.resolve("ballast"));
      RecordingListener.await(() -> told.events.size() > 1);
      assertThat(told.events.getLast()).isEqualTo("recovered");
      told.awaitDurable(positions.getLast());
      assertThat(log.trouble()).isEmpty();
      assertThat(log.pendingBytes()).isZero();
      checkAllThere(log, 0);
      assertThat(told.events).hasSize(2);
    }
    try (Log log = Log.open(folder, 200_000, told)) {
      assertThat(RecordingListener.recover(log)).hasSize(71);
      checkAllThere(log, 0);
    }
  }

  @Test
  void releasingMakesRoom() throws Exception {
    Path folder = disk.resolve("log");
    try (Log log = Log.open(folder, 100_000, told)) {
      RecordingListener.recover(log);
      for (int i = 0; i < 120; i++) {
        append(log, i);
      }
      log.sync();
      RecordingListener.await(() -> !told.events.isEmpty());
      assertThat(told.events.getFirst()).startsWith("trouble");
      log.releaseBefore(positions.get(60));
      told.awaitDurable(positions.getLast());
      RecordingListener.await(() -> told.events.size() > 1);
      assertThat(told.events.getLast()).isEqualTo("recovered");
      checkAllThere(log, 60);
    }
  }

  /** A file could hold far more than the disk, and each record is released some time later. */
  @Test
  void aDiskSmallerThanOneFileGivesItsRoomBack() throws Exception {
    Path folder = disk.resolve("log");
    try (Log log = Log.open(folder, 64 << 20, told)) {
      RecordingListener.recover(log);
      for (int i = 0; i < 500; i++) {
        append(log, i);
        log.sync();
        if (i % 125 == 124) {
          // More than fits is waiting, and what is safe is needed no longer.
          RecordingListener.await(() -> log.room() == 0);
          int before = i;
          RecordingListener.await(
              () -> {
                log.releaseBefore(told.durable + 1);
                return told.durable >= positions.get(before);
              });
        }
      }
      checkAllThere(log, 499);
    }
    try (Log log = Log.open(folder, 64 << 20, told)) {
      assertThat(RecordingListener.recover(log).getLast().position())
          .isEqualTo(positions.getLast());
    }
  }

  /** Segments that begin where a full disk ended the one before are read back. */
  @Test
  void whatAFullDiskDividedIsReadBack() throws Exception {
    Path folder = disk.resolve("log");
    Files.write(disk.resolve("ballast"), new byte[600_000]);
    try (Log log = Log.open(folder, 64 << 20, told)) {
      RecordingListener.recover(log);
      for (int i = 0; i < 60; i++) {
        append(log, i);
        if (i == 20) {
          log.sync();
          told.awaitDurable(positions.getLast());
        }
      }
      log.sync();
      RecordingListener.await(() -> log.room() == 0);
      Files.delete(disk.resolve("ballast"));
      told.awaitDurable(positions.getLast());
      checkAllThere(log, 0);
    }
    try (var files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".log"))).hasSize(2);
    }
    try (Log log = Log.open(folder, 64 << 20, told)) {
      assertThat(RecordingListener.recover(log))
          .extracting(RecordingListener.Found::position)
          .isEqualTo(positions);
      checkAllThere(log, 0);
      log.release(positions.get(3));
      log.releaseBefore(positions.getLast());
      checkAllThere(log, 59);
    }
  }

  @Test
  void closingOnAFullDiskEndsAndSaysWhatIsLost() throws Exception {
    Files.write(disk.resolve("ballast"), new byte[1_000_000]);
    Log log = Log.open(disk.resolve("log"), 200_000, told);
    RecordingListener.recover(log);
    for (int i = 0; i < 10; i++) {
      append(log, i);
    }
    try {
      log.close();
      throw new AssertionError("closed as if nothing was wrong");
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("bytes could not be made safe: cannot write to");
    }
  }
}

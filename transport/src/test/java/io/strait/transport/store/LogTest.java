package io.strait.transport.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTest {
  private static final long SEGMENT = 1 << 20;

  @TempDir Path temporary;

  private final RecordingListener told = new RecordingListener();

  /** A closed log with a few records, and their positions. */
  private List<Long> write(Path folder, long segmentBytes, String... records) throws IOException {
    List<Long> positions = new ArrayList<>();
    try (Log log = open(folder, segmentBytes)) {
      for (String record : records) {
        positions.add(log.append((byte) 7, record.getBytes(ISO_8859_1)));
      }
    }
    return positions;
  }

  private Log open(Path folder, long segmentBytes) throws IOException {
    Log log = Log.open(folder, segmentBytes, new RecordingListener());
    RecordingListener.recover(log);
    return log;
  }

  private static List<String> texts(Path folder) throws IOException {
    try (Log log = Log.open(folder, SEGMENT, new RecordingListener())) {
      return RecordingListener.recover(log).stream()
          .map(f -> new String(f.payload(), ISO_8859_1))
          .toList();
    }
  }

  private static List<Path> segments(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".log")).sorted().toList();
    }
  }

  @Test
  void cutAtEveryByteAllWholeRecordsRemain() throws IOException {
    String[] records = {"", "a", "some more", "x".repeat(40), "", "end"};
    Path original = temporary.resolve("original");
    List<Long> positions = write(original, SEGMENT, records);
    byte[] bytes = Files.readAllBytes(segments(original).getFirst());
    for (int length = 0; length <= bytes.length; length++) {
      Path cut = temporary.resolve("cut" + length);
      Files.createDirectories(cut);
      Path file = cut.resolve("0000000000000000.log");
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < records.length; i++) {
        if (positions.get(i) + RecordFrame.RECORD + records[i].length() <= length) {
          expected.add(records[i]);
        }
      }
      try (Log log = Log.open(cut, SEGMENT, told)) {
        var found = RecordingListener.recover(log);
        assertThat(found.stream().map(f -> new String(f.payload(), ISO_8859_1)).toList())
            .isEqualTo(expected);
        log.append((byte) 1, "new".getBytes(ISO_8859_1));
      }
      expected.add("new");
      assertThat(texts(cut)).isEqualTo(expected);
    }
  }

  @Test
  void aWrongByteIsNeverARecord() throws IOException {
    Path original = temporary.resolve("original");
    List<Long> positions = write(original, SEGMENT, "one", "two", "three");
    byte[] bytes = Files.readAllBytes(segments(original).getFirst());
    Path file = temporary.resolve("wrong").resolve("0000000000000000.log");
    Files.createDirectories(temporary.resolve("wrong"));
    for (int i = RecordFrame.SEGMENT; i < bytes.length; i++) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= 4;
      Files.write(file, wrong);
      int good = 0;
      while (good + 1 < positions.size() && positions.get(good + 1) <= i) {
        good++;
      }
      assertThat(texts(temporary.resolve("wrong")))
          .isEqualTo(List.of("one", "two", "three").subList(0, good));
    }
  }

  @Test
  void damageInAnOlderSegmentIsRefusedWithItsPlace() throws IOException {
    Path folder = temporary.resolve("log");
    write(folder, 64, "x".repeat(30), "y".repeat(30), "z".repeat(30));
    Path first = segments(folder).getFirst();
    byte[] bytes = Files.readAllBytes(first);
    bytes[bytes.length - 1]++;
    Files.write(first, bytes);
    assertThatThrownBy(() -> texts(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(first + ": offset 20: the record is damaged");
  }

  @Test
  void aForeignFileIsNotTakenForASegment() throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("log"));
    Files.writeString(folder.resolve("0000000000000000.log"), "somebody's notes, not ours");
    assertThatThrownBy(() -> texts(folder)).hasMessageContaining("the header does not match");
  }

  @Test
  void releasedSegmentsAreDeletedUnlessCurrent() throws Exception {
    Path folder = temporary.resolve("log");
    try (Log log = Log.open(folder, 64, told)) {
      RecordingListener.recover(log);
      List<Long> positions = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        positions.add(log.append((byte) 0, new byte[40]));
      }
      log.sync();
      told.awaitDurable(positions.getLast());
      assertThat(segments(folder)).hasSize(5);
      log.release(positions.get(2));
      log.release(positions.get(2));
      log.release(positions.get(4));
      RecordingListener.await(() -> size(folder) == 4);
      log.releaseBefore(positions.get(3));
      RecordingListener.await(() -> size(folder) == 2);
      log.release(positions.get(0));
      assertThat(log.read(positions.get(3))).hasSize(40);
      assertThatThrownBy(() -> log.release(positions.get(3) + 1))
          .isInstanceOf(IllegalArgumentException.class);
      long next = log.append((byte) 0, new byte[1]);
      assertThat(segments(folder)).hasSize(2);
      log.release(positions.get(3));
      RecordingListener.await(
          () -> size(folder) == 1); // the newest file stays until there is another one
      assertThat(segments(folder).getFirst().toString())
          .endsWith("%x.log".formatted(positions.get(4) - RecordFrame.SEGMENT));
      log.sync();
      told.awaitDurable(next);
      RecordingListener.await(() -> size(folder) == 1);
      assertThat(segments(folder).getFirst().toString())
          .endsWith("%x.log".formatted(next - RecordFrame.SEGMENT));
    }
    assertThat(texts(folder)).hasSize(1);
  }

  private static int size(Path folder) {
    try {
      return segments(folder).size();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void muchIsWrittenWithoutBeingAskedFor() throws Exception {
    try (Log log = Log.open(temporary.resolve("log"), SEGMENT, told)) {
      RecordingListener.recover(log);
      long last = log.append((byte) 0, new byte[(int) Backlog.EAGER]);
      told.awaitDurable(last);
      assertThat(log.pendingBytes()).isZero();
      assertThat(log.trouble()).isEmpty();
      assertThat(log.read(last)).hasSize((int) Backlog.EAGER);
    }
  }

  @Test
  void anInterruptedReaderDoesNotDisturb() throws Exception {
    try (Log log = Log.open(temporary.resolve("log"), SEGMENT, told)) {
      RecordingListener.recover(log);
      long one = log.append((byte) 0, new byte[100]);
      log.sync();
      told.awaitDurable(one);
      Thread.currentThread().interrupt();
      assertThat(log.read(one)).hasSize(100);
      assertThat(Thread.interrupted()).isTrue();
      long two = log.append((byte) 0, new byte[100]);
      log.sync();
      told.awaitDurable(two);
    }
  }

  @Test
  void filesAreTheOwnersAlone() throws IOException {
    Path folder = temporary.resolve("log");
    write(folder, SEGMENT, "x");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    for (Path file : List.of(folder.resolve("lock"), segments(folder).getFirst())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void twoOwnersInOneProcess() throws IOException {
    Path folder = temporary.resolve("log");
    try (Log log = open(folder, SEGMENT)) {
      assertThatThrownBy(() -> open(folder, SEGMENT))
          .isInstanceOf(IOException.class)
          .hasMessage(folder + " is already in use by this process");
      log.append((byte) 0, new byte[0]);
    }
    open(folder, SEGMENT).close();
  }

  @Test
  void twoOwnersInTwoProcesses() throws Exception {
    Path folder = temporary.resolve("log");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.getInputStream().read()).isEqualTo('o');
      assertThatThrownBy(() -> open(folder, SEGMENT))
          .hasMessage(folder + " is in use by process " + other.pid());
    } finally {
      other.destroyForcibly().waitFor();
    }
    open(folder, SEGMENT).close();
  }

  /** Another process that opens a log. */
  static final class Owner {
    public static void main(String[] args) throws Exception {
      Log log = Log.open(Path.of(args[0]), SEGMENT, new RecordingListener());
      RecordingListener.recover(log);
      System.out.print("o");
      System.out.flush();
      Thread.sleep(60_000);
      log.close();
    }
  }
}

package io.strait.farm.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Part;
import io.strait.farm.simulate.Delivery;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A journal that is read says what was written, with checkpoints at any place. */
class JournalTest {
  private static final int TASKS = 200;

  static FarmWork work(boolean combined) {
    return new FarmWork(
        "run",
        TASKS,
        new byte[0],
        task -> new byte[0],
        combined ? LongSum::new : null,
        1,
        false,
        0,
        name -> Delivery.UNKNOWN,
        name -> Map.of(),
        0,
        name -> 1,
        name -> 0);
  }

  private static byte[] value(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  @Test
  void whatIsWrittenIsRead() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var journal = new Journal(work(true));
      var done = new BitSet();
      var failed = new TreeMap<Integer, String>();
      long sum = 0;
      int epoch = 0;
      for (int position = 0; position < 60; position++) {
        int task = random.nextInt(TASKS);
        switch (random.nextInt(5)) {
          case 0 -> journal.read(position, Journal.EPOCH, Journal.epoch(++epoch));
          case 1 -> {
            if (!done.get(task)) {
              failed.put(task, "why " + task + "\nä");
              done.set(task);
              journal.read(position, Journal.FAILED, Journal.failed(task, "why " + task + "\nä"));
            }
          }
          case 2 ->
              journal.read(
                  position,
                  Journal.CHECKPOINT,
                  Journal.checkpoint(epoch, done, failed, sum == 0 ? new byte[0] : value(sum)));
          default -> {
            if (!done.get(task)) {
              done.set(task);
              sum += task + 1;
              var part = new Part(9, Part.Kind.VALUE, IdSet.of(task), value(task + 1));
              journal.read(position, Journal.PART, record(part));
            }
          }
        }
      }
      assertThat(journal.epoch()).isEqualTo(epoch);
      assertThat(journal.done()).isEqualTo(done);
      assertThat(journal.failed()).isEqualTo(failed);
      assertThat(java.util.Objects.requireNonNull(journal.reducer()).result())
          .isEqualTo(sum == 0 ? new byte[0] : value(sum));
    }
  }

  @Test
  void resultsAreFoundWhereTheyAre() {
    var journal = new Journal(work(false));
    for (int task = 0; task < 10; task++) {
      var part = new Part(1, Part.Kind.VALUE, IdSet.of(task), value(task));
      journal.read(1000 + task, Journal.PART, record(part));
    }
    for (int task = 0; task < 10; task++) {
      assertThat(journal.positions()[task]).isEqualTo(1000 + task);
    }
  }

  /** Records have checksums; these were written by a program that errs, or for another run. */
  @Test
  void whatIsNoRecordIsRefusedWithAReason() {
    var part = record(new Part(1, Part.Kind.VALUE, IdSet.of(3), value(5)));
    var foreign = record(new Part(1, Part.Kind.VALUE, IdSet.of(TASKS), value(5)));
    var failed = Journal.failed(TASKS + 7, "why");
    var checkpoint = Journal.checkpoint(3, new BitSet(), new TreeMap<>(), value(1));
    refused(Journal.PART, foreign);
    refused(Journal.FAILED, failed);
    refused((byte) 9, part);
    refused(Journal.EPOCH, new byte[2]);
    refused(Journal.PART, new byte[0]);
    refused(Journal.PART, Arrays.copyOf(part, 2));
    refused(Journal.FAILED, new byte[3]);
    refused(Journal.CHECKPOINT, Arrays.copyOf(checkpoint, 7));
    var longText = checkpoint.clone();
    Arrays.fill(longText, 5, longText.length, (byte) 0x7f);
    refused(Journal.CHECKPOINT, longText);
  }

  private static void refused(byte kind, byte[] record) {
    for (boolean combined : new boolean[] {true, false}) {
      assertThatThrownBy(() -> new Journal(work(combined)).read(0, kind, record))
          .as("kind %d, %s", kind, Arrays.toString(record))
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .isNotEmpty();
    }
  }

  private static byte[] record(Part part) {
    var head = Journal.head(part);
    var record = Arrays.copyOf(head, head.length + part.payload().length);
    System.arraycopy(part.payload(), 0, record, head.length, part.payload().length);
    return record;
  }
}

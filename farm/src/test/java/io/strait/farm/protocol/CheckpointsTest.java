package io.strait.farm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.Checkpoints;
import io.strait.farm.journal.FarmWork;
import io.strait.farm.journal.Journal;
import io.strait.farm.journal.LongSum;
import io.strait.farm.journal.Member;
import io.strait.farm.simulate.Delivery;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a checkpoint replaces leaves the disk, also if the master died just after writing it. */
class CheckpointsTest {
  private static final FarmWork WORK =
      new FarmWork(
          "run",
          10,
          new byte[0],
          task -> new byte[0],
          LongSum::new,
          1,
          false,
          0,
          name -> Delivery.UNKNOWN,
          name -> Map.of(),
          0,
          name -> 1,
          name -> 0);

  private final SimDisk disk = new SimDisk(position -> {});

  private Journal read() {
    var journal = new Journal(WORK);
    disk.recover(journal::read);
    return journal;
  }

  private static byte[] sum() {
    return Journal.checkpoint(1, new BitSet(), Map.of(), new byte[8]);
  }

  @Test
  void whatTheLastCheckpointReplacesIsReleasedAtTheNextStart() {
    var first = new Checkpoints(disk, read());
    first.members().add(new Member("far", 1, "", ""));
    disk.append(Journal.FAILED, Journal.failed(3, "no"));
    first.write(sum()); // and dies before it hears that this is safe
    assertThat(disk.records()).isEqualTo(4);

    var journal = read();
    assertThat(journal.sinceCheckpoint()).isZero();
    long epoch = disk.append(Journal.EPOCH, Journal.epoch(2));
    var second = new Checkpoints(disk, journal);
    assertThat(second.isUnderway()).isTrue();
    assertThat(disk.records()).as("nothing goes before the checkpoint is safe").isEqualTo(5);
    second.durable(epoch);
    assertThat(disk.records()).as("member, checkpoint, epoch").isEqualTo(3);
    assertThat(read().members()).containsExactly(new Member("far", 1, "", ""));
    assertThat(read().sinceCheckpoint()).isEqualTo(Journal.epoch(2).length);
  }

  @Test
  void aJournalWithoutOneLosesNothing() {
    disk.append(Journal.FAILED, Journal.failed(3, "no"));
    var checkpoints = new Checkpoints(disk, read());
    assertThat(checkpoints.isUnderway()).isFalse();
    checkpoints.durable(0);
    assertThat(disk.records()).isEqualTo(1);
  }
}

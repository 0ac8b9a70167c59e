package io.strait.farm.protocol;

import io.strait.transport.store.Disk;
import java.util.Collection;

/**
 * The checkpoints of a journal, and the members, who are written again before each: what is older
 * is released once a checkpoint is safe.
 */
final class Checkpoints {
  private final Disk disk;
  private final Members members;
  private long position = -1;
  private long keptFrom;

  /**
   * @param known members of earlier starts
   */
  Checkpoints(Disk disk, Collection<Member> known) {
    this.disk = disk;
    this.members = new Members(known, this::write);
  }

  Members members() {
    return members;
  }

  /** Whether one is written and not safe yet. */
  boolean isUnderway() {
    return position >= 0;
  }

  /** Writes one. */
  void write(byte[] checkpoint) {
    long first = Long.MAX_VALUE;
    for (var member : members.all()) {
      first = Math.min(first, disk.append(Journal.MEMBER, member.encode()));
    }
    position = disk.append(Journal.CHECKPOINT, checkpoint);
    keptFrom = Math.min(first, position);
    disk.sync();
  }

  private void write(Member member) {
    disk.append(Journal.MEMBER, member.encode());
    disk.sync();
  }

  /** Everything up to here is safe. */
  void durable(long safe) {
    if (isUnderway() && safe >= position) {
      disk.releaseBefore(keptFrom);
      position = -1;
    }
  }
}

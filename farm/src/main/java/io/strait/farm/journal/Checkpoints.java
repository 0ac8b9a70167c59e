package io.strait.farm.journal;

import io.strait.transport.store.Disk;

/**
 * The checkpoints of a journal, and the members, who are written again before each: what is older
 * is released once a checkpoint is safe.
 */
public final class Checkpoints {
  private final Disk disk;
  private final Members members;
  private long position;
  private long keptFrom;

  /**
   * @param journal what was there before; its last checkpoint may have been the last thing that an
   *     earlier start did, so that what is older is still there
   */
  public Checkpoints(Disk disk, Journal journal) {
    this.disk = disk;
    this.members = new Members(journal.members(), this::write);
    this.position = journal.checkpoint();
    this.keptFrom = journal.keptFrom();
  }

  public Members members() {
    return members;
  }

  /** Whether one is written and not safe yet. */
  public boolean isUnderway() {
    return position >= 0;
  }

  /** Writes one. */
  public void write(byte[] checkpoint) {
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
  public void durable(long safe) {
    if (isUnderway() && safe >= position) {
      disk.releaseBefore(keptFrom);
      position = -1;
    }
  }
}

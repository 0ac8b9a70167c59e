package io.strait.farm.protocol;

import io.strait.farm.journal.Journal;
import io.strait.farm.journal.Spools;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.farm.simulate.GatewayPolicy;
import io.strait.transport.store.Disk;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The results that a gateway has on its disk, from when they come until the parent has them. They
 * go to {@link Forwarding} at once, while the disk makes them safe: until that is done the child
 * keeps them, and what the parent then gets twice it refuses. Those that an earlier start of the
 * gateway left are sent on too.
 */
final class ResultSpool {
  private static final byte RESULT = 1;

  private record Stored(long position, Part part) {}

  private final HeldTasks tasks;
  private final Disk disk;
  private final Forwarding forwarding;

  /** What an earlier start of the gateway has left. */
  private final ArrayDeque<Stored> left = new ArrayDeque<>();

  private long lastPosition = -1;
  private long synced = -1;

  /**
   * Opens the spool of a run.
   *
   * @param tasks of the gateway
   * @param nextPart adds up; null where each result goes alone
   */
  ResultSpool(
      Spools spools,
      Message.Welcome run,
      HeldTasks tasks,
      Uplink uplink,
      ProtocolSettings settings,
      @Nullable PartBuilder nextPart) {
    this.tasks = tasks;
    disk =
        spools.open(
            run.run(),
            (position, kind, record) -> left.add(new Stored(position, Journal.part(record))));
    int aggregate =
        run.aggregate() == Message.ADAPT ? Integer.MAX_VALUE : Math.max(1, run.aggregate());
    forwarding = new Forwarding(uplink, settings, disk, nextPart, aggregate, run.mostResultBytes());
  }

  /** Takes up the results that an earlier start has left; says how many there were. */
  int recover() {
    int found = left.size();
    while (!left.isEmpty()) {
      var result = left.removeFirst();
      if (result.part.tasks().all(task -> !tasks.contains(task))) {
        result.part.tasks().forEach(tasks::addFound);
        tasks.store(result.part);
        forwarding.add(result.position, result.part, result.part.tasks().size());
      } else {
        disk.release(result.position);
      }
    }
    return found;
  }

  /** Bytes for which there is room. */
  long room() {
    return disk.room();
  }

  /** Where the last result is. */
  long lastPosition() {
    return lastPosition;
  }

  /** A result came; says where it is put. */
  long add(Part part, GatewayPolicy policy) {
    long position = disk.append(RESULT, Journal.head(part), part.payload());
    lastPosition = position;
    tasks.store(part);
    int leave = 0;
    for (int i = part.tasks().size(); i > 0; i--) {
      leave += policy.resultCame();
    }
    forwarding.add(position, part, leave);
    return position;
  }

  /** Lets a number of results leave although no other has come. */
  void leave(int results) {
    forwarding.leave(results);
  }

  /** Whether there is more to do at once. */
  boolean hasMore() {
    return forwarding.hasMore();
  }

  /** Adds up and sends what can be. */
  void flush() {
    forwarding.flush();
  }

  /** Lets the disk begin to make safe what came. */
  void sync() {
    if (lastPosition > synced) {
      synced = lastPosition;
      disk.sync();
    }
  }

  /** The parent has a part. */
  void delivered(OutPart part) {
    for (long position : part.positions) {
      disk.release(position);
    }
    part.tasks.forEach(tasks::delivered);
  }

  /** The parent has the results of some of a part's tasks already: the others are sent again. */
  void rejected(OutPart part, IdSet already) {
    for (long position : part.positions) {
      var result = Journal.part(disk.read(position));
      if (result.tasks().filter(already::contains).isEmpty()) {
        forwarding.add(position, result, result.tasks().size());
      } else {
        disk.release(position);
        result.tasks().forEach(tasks::delivered);
      }
    }
  }
}

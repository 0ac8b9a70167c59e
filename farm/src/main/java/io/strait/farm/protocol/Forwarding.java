package io.strait.farm.protocol;

import io.strait.farm.journal.Journal;
import io.strait.farm.message.Part;
import io.strait.transport.store.Disk;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's results on their way up: they are added up, and leave when the parent can take them.
 * Adding a large one takes milliseconds in which nobody gets an answer, so that only one is added
 * at a time.
 */
final class Forwarding {
  /** Parts on their way to the parent; what comes meanwhile is added up to the next one. */
  private static final int PARTS_AT_A_TIME = 2;

  /** Bytes of results that are added before others get a turn. */
  private static final long AT_A_TIME = 256 << 10;

  /** Bytes of results that wait to be added; beyond that, others get no turn. */
  private static final long MOST_WAITING = 32 << 20;

  /** Bytes of results that are kept for sending; others are read again when their turn comes. */
  private static final long MOST_KEPT = 16 << 20;

  private static final int MOST_SMALL = 1024;

  private record Waiting(long position, Part part, int due) {}

  private final Uplink uplink;
  private final ProtocolSettings settings;
  private final Disk spool;
  private final @Nullable PartBuilder nextPart;
  private final int mostAtATime;
  private final int mostBytes;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private int due;

  /**
   * @param spool where results are until the parent has them
   * @param nextPart adds up; null where each goes alone
   * @param mostAtATime results to add up before they leave; the largest number if the way decides
   * @param mostBytes of a part that the parent takes
   */
  Forwarding(
      Uplink uplink,
      ProtocolSettings settings,
      Disk spool,
      @Nullable PartBuilder nextPart,
      int mostAtATime,
      int mostBytes) {
    this.uplink = uplink;
    this.settings = settings;
    this.spool = spool;
    this.nextPart = nextPart;
    this.mostAtATime = mostAtATime;
    this.mostBytes = mostBytes;
  }

  /**
   * A result is here.
   *
   * @param leave how many results are to leave now, this one among them
   */
  void add(long position, Part part, int leave) {
    waiting.add(new Waiting(position, part, leave));
    waitingBytes += part.payload().length;
  }

  /** Lets a number of results leave although no other has come. */
  void leave(int results) {
    due += results;
  }

  /** Whether there is more to do at once. */
  boolean hasMore() {
    return !waiting.isEmpty();
  }

  /** Adds up and sends what can be. */
  void flush() {
    long added = 0;
    while (!waiting.isEmpty() && (added < AT_A_TIME || waitingBytes > MOST_WAITING)) {
      var next = waiting.removeFirst();
      int bytes = next.part.payload().length;
      waitingBytes -= bytes;
      added += bytes;
      due += next.due;
      collect(next.position, next.part);
    }
    sendOn();
  }

  private void collect(long position, Part part) {
    if (part.kind() == Part.Kind.FAILED) {
      sendAsIs(position, part);
      return;
    }
    if (nextPart == null || mostAtATime == 1) {
      sendAlone(position, part);
      return;
    }
    try {
      nextPart.add(position, part);
      if (nextPart.count() >= mostAtATime) {
        sendSum(nextPart.take());
        due = 0;
      }
    } catch (IllegalArgumentException wrong) {
      sendAsIs(position, part); // the master decides what becomes of it
    }
  }

  private void sendAsIs(long position, Part part) {
    uplink
        .outbox()
        .add(new OutPart(part.kind(), part.tasks(), part.payload(), new long[] {position}));
  }

  private void sendAlone(long position, Part part) {
    boolean small = part.payload().length <= settings.eager();
    boolean keep =
        small ? uplink.outbox().backlog() < MOST_SMALL : uplink.outbox().keptBytes() < MOST_KEPT;
    if (keep) {
      sendAsIs(position, part);
    } else {
      uplink
          .outbox()
          .add(
              new OutPart(
                  part.kind(),
                  part.tasks(),
                  part.payload().length,
                  new long[] {position},
                  () -> Journal.part(spool.read(position)).payload()));
    }
  }

  private void sendOn() {
    // On a full disk nobody can wait for more: what has gathered must go to make room.
    boolean isDue = due > 0;
    if (nextPart == null || nextPart.isEmpty() || !(isDue || spool.room() == 0)) {
      return;
    }
    boolean exact = isDue && mostAtATime < Integer.MAX_VALUE;
    if (exact
        || (uplink.state() == UplinkState.OPEN
            && uplink.outbox().unacknowledged() < PARTS_AT_A_TIME)) {
      sendSum(nextPart.take());
      due = 0;
    }
  }

  /** An exact sum may be larger than its results are, and than the parent takes. */
  private void sendSum(OutPart sum) {
    if (sum.size > mostBytes) {
      for (long position : sum.positions) {
        sendAlone(position, Journal.part(spool.read(position)));
      }
    } else {
      uplink.outbox().add(sum);
    }
  }
}

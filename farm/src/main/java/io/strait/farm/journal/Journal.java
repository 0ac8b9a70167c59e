package io.strait.farm.journal;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Ids;
import io.strait.farm.message.Part;
import io.strait.farm.task.Reducer;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a master's journal says of earlier starts. Records: {@link #EPOCH} (4 bytes: the number of a
 * start of the master), {@link #PART} (kind, set of tasks, payload), {@link #FAILED} (task, reason
 * as text), {@link #MEMBER} (as {@link Member} encodes a child that has joined) and {@link
 * #CHECKPOINT} (epoch, all tasks done, those that failed with reasons, what was added up), which
 * replaces everything before it but members. Sets are written as by {@link Ids}.
 */
public final class Journal {
  public static final byte EPOCH = 1;
  public static final byte PART = 2;
  public static final byte FAILED = 3;
  public static final byte CHECKPOINT = 4;
  public static final byte MEMBER = 5;

  private final int tasks;
  private int epoch;
  private long sinceCheckpoint;
  private long checkpoint = -1;
  private long keptFrom = -1;
  private long firstMember = -1;
  private final BitSet done = new BitSet();
  private final Map<Integer, String> failed = new TreeMap<>();
  private final Set<Member> members = new LinkedHashSet<>();
  private final @Nullable Reducer reducer;
  private final long[] positions;

  /** Nothing read yet. */
  public Journal(FarmWork work) {
    this.tasks = work.tasks();
    this.reducer = work.reducer() == null ? null : work.reducer().get();
    this.positions = work.reducer() == null ? new long[work.tasks()] : new long[0];
  }

  /**
   * Takes the next record in.
   *
   * @throws IllegalArgumentException if it is none of this run
   */
  public void read(long position, byte kind, byte[] record) {
    try {
      take(position, kind, record);
      follow(position, kind, record.length);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a record of kind %d that ends too early".formatted(kind), e);
    }
  }

  /** Notes where the last checkpoint is, with the members who were written for it. */
  private void follow(long position, byte kind, int bytes) {
    sinceCheckpoint += bytes;
    if (kind == MEMBER) {
      firstMember = firstMember < 0 ? position : firstMember;
      return;
    }
    if (kind == CHECKPOINT) {
      checkpoint = position;
      keptFrom = firstMember < 0 ? position : firstMember;
      sinceCheckpoint = 0;
    }
    firstMember = -1;
  }

  private int task(int number) {
    if (number < 0 || number >= tasks) {
      throw new IllegalArgumentException(
          "a record of task %d, expected one of the %d of this run".formatted(number, tasks));
    }
    return number;
  }

  private IdSet tasks(IdSet set) {
    if (!set.isEmpty()) {
      task(set.last());
    }
    return set;
  }

  private void take(long position, byte kind, byte[] record) {
    var in = ByteBuffer.wrap(record);
    switch (kind) {
      case EPOCH -> epoch = in.getInt();
      case PART -> {
        var part = part(record);
        if (tasks(part.tasks()).isEmpty()) {
          throw new IllegalArgumentException("a record of a part without tasks");
        }
        add(part.kind(), part.payload());
        part.tasks().forEach(done::set);
        if (positions.length > 0) {
          positions[part.tasks().first()] = position;
        }
      }
      case MEMBER -> members.add(Member.decode(in));
      case FAILED -> {
        int task = task(in.getInt());
        failed.put(task, new String(rest(in), StandardCharsets.UTF_8));
        done.set(task);
      }
      case CHECKPOINT -> {
        epoch = in.getInt();
        done.clear();
        failed.clear();
        tasks(Ids.read(in)).forEach(done::set);
        for (int i = in.getInt(); i > 0; i--) {
          int task = task(in.getInt());
          int length = in.getInt();
          if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a reason of %d bytes".formatted(length));
          }
          var text = new byte[length];
          in.get(text);
          failed.put(task, new String(text, StandardCharsets.UTF_8));
        }
        if (reducer != null) {
          reducer.clear();
          reducer.merge(rest(in));
        }
      }
      default -> throw new IllegalArgumentException("a record of unknown kind " + kind);
    }
  }

  private void add(Part.Kind type, byte[] payload) {
    if (reducer == null) {
      return;
    }
    if (type == Part.Kind.VALUE) {
      reducer.add(payload);
    } else {
      reducer.merge(payload);
    }
  }

  private static byte[] rest(ByteBuffer in) {
    var bytes = new byte[in.remaining()];
    in.get(bytes);
    return bytes;
  }

  public int epoch() {
    return epoch;
  }

  /** Bytes of records after the last checkpoint. */
  public long sinceCheckpoint() {
    return sinceCheckpoint;
  }

  /** Where the last checkpoint is, or -1. */
  long checkpoint() {
    return checkpoint;
  }

  /** What is before this place the last checkpoint has replaced. */
  long keptFrom() {
    return keptFrom;
  }

  public BitSet done() {
    return done;
  }

  public Map<Integer, String> failed() {
    return failed;
  }

  /** Children that have joined. */
  public Set<Member> members() {
    return members;
  }

  public @Nullable Reducer reducer() {
    return reducer;
  }

  public long[] positions() {
    return positions;
  }

  public static byte[] epoch(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  /** What comes before the payload in the record of a part. */
  public static byte[] head(Part part) {
    var out = ByteBuffer.allocate(1 + Ids.size(part.tasks())).put(part.kind().code());
    Ids.write(out, part.tasks());
    return out.array();
  }

  /** A part from its record. */
  public static Part part(byte[] record) {
    var in = ByteBuffer.wrap(record);
    var kind = Part.Kind.of(in.get());
    var tasks = Ids.read(in);
    return new Part(-1, kind, tasks, rest(in));
  }

  public static byte[] failed(int task, String why) {
    var text = why.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(4 + text.length).putInt(task).put(text).array();
  }

  public static byte[] checkpoint(
      int epoch, BitSet done, Map<Integer, String> failed, byte[] partial) {
    var tasks = done.stream().toArray();
    var set = IdSet.of(tasks, tasks.length);
    var out = new ByteArrayOutputStream();
    var head = ByteBuffer.allocate(4 + Ids.size(set) + 4).putInt(epoch);
    Ids.write(head, set);
    out.writeBytes(head.putInt(failed.size()).array());
    failed.forEach(
        (task, why) -> {
          var text = why.getBytes(StandardCharsets.UTF_8);
          out.writeBytes(ByteBuffer.allocate(8).putInt(task).putInt(text.length).array());
          out.writeBytes(text);
        });
    out.writeBytes(partial);
    return out.toByteArray();
  }
}

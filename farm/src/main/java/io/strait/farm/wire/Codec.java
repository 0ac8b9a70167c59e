package io.strait.farm.wire;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.transport.wire.ByteReader;
import io.strait.transport.wire.ByteWriter;
import io.strait.transport.wire.Piece;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Messages as bytes, in the format that the comment of this package specifies. */
public final class Codec {
  /** Bytes of a chunk before its data, at most, and the zero before them. */
  public static final int CHUNK_HEAD = 32;

  private static final int CHUNK = 6;
  private static final int LONGEST_NAME = 200;

  /** Nodes between a worker and its master, and itself. */
  private static final int DEEPEST = 16;

  private static final int LONGEST_TEXT = 2_000;
  private static final int MOST_TASKS = 1 << 16;

  private Codec() {}

  /** The bytes of a message. */
  public static byte[] encode(Envelope envelope) {
    var out = new ByteWriter(sizeHint(envelope.message()));
    write(envelope, out);
    return out.toBytes();
  }

  /** The bytes of a message, with a zero before them, in an array that may be longer. */
  static ByteWriter encodeAfterZero(Envelope envelope) {
    var out = new ByteWriter(1 + sizeHint(envelope.message())).u8(0);
    write(envelope, out);
    return out;
  }

  /** The bytes of a chunk up to its data, with a zero before them. */
  static ByteWriter headOfChunk(Envelope envelope, Message.Chunk chunk) {
    return new ByteWriter(CHUNK_HEAD)
        .u8(0)
        .u8(kind(chunk))
        .i64(envelope.session())
        .number(envelope.number())
        .number(chunk.part())
        .number(chunk.offset())
        .number(chunk.length());
  }

  private static void write(Envelope envelope, ByteWriter out) {
    out.u8(kind(envelope.message())).i64(envelope.session()).number(envelope.number());
    switch (envelope.message()) {
      case Message.Hello m ->
          out.number(m.oldest())
              .number(m.newest())
              .text(m.token())
              .text(m.name())
              .u8(m.role() == Message.Role.GATEWAY ? 1 : 0)
              .number(m.cores())
              .i64(m.instance())
              .number(m.dial());
      case Message.Holding m -> ids(out, m.tasks());
      case Message.Want m -> out.number(m.tasks());
      case Message.Results m -> {
        out.number(m.parts().size());
        for (var part : m.parts()) {
          ids(out.number(part.number()).u8(part.kind().code()), part.tasks()).bytes(part.payload());
        }
      }
      case Message.Offer m ->
          ids(out.number(m.part()).u8(m.kind().code()), m.tasks()).number(m.size());
      case Message.Chunk m -> out.number(m.part()).number(m.offset()).piece(m.piece());
      case Message.Returned m -> ids(out, m.tasks());
      case Message.Leaving m -> out.text(m.reason());
      case Message.Trace m -> write(m, out);
      case Message.Notice m -> path(out, m.path()).text(m.text());
      case Message.Welcome m ->
          out.number(m.version())
              .number(m.dial())
              .text(m.run())
              .number(m.tasks())
              .number(m.leaseMillis())
              .number(m.aggregate())
              .number(m.ahead())
              .number(m.mostResultBytes())
              .bytes(m.spec());
      case Message.Refused m -> out.text(m.reason()).u8(m.forGood() ? 1 : 0);
      case Message.Tasks m -> {
        out.number(m.ids().length);
        for (int i = 0; i < m.ids().length; i++) {
          out.number(m.ids()[i]).u8(m.attempts()[i]).bytes(m.inputs()[i]);
        }
      }
      case Message.Fetch m -> out.number(m.part());
      case Message.Ack m -> ids(out, m.parts());
      case Message.Reject m -> ids(out.number(m.part()), m.already());
      case Message.Cancel m -> ids(out, m.tasks());
      case Message.Finished m -> out.text(m.reason());
      case Message.Beat m -> out.i64(m.stamp()).i64(m.echo());
      case Message.Stock m -> out.number(m.millis()).number(m.left());
      case Message.Crew m -> out.number(m.workers());
      case Message.Paces m -> {
        out.number(m.micros().length);
        for (int i = 0; i < m.micros().length; i++) {
          out.text(m.workers().get(i)).i64(m.micros()[i]);
        }
      }
    }
  }

  private static int sizeHint(Message message) {
    return switch (message) {
      case Message.Chunk m -> m.length() + 32;
      case Message.Welcome m -> m.spec().length + 256;
      case Message.Results m -> 64 + 64 * m.parts().size();
      case Message.Tasks m -> 64 + 16 * m.ids().length;
      case Message.Paces m -> 64 + 32 * m.micros().length;
      default -> 64;
    };
  }

  private static int kind(Message message) {
    return switch (message) {
      case Message.Hello ignored -> 1;
      case Message.Holding ignored -> 2;
      case Message.Want ignored -> 3;
      case Message.Results ignored -> 4;
      case Message.Offer ignored -> 5;
      case Message.Chunk ignored -> CHUNK;
      case Message.Returned ignored -> 7;
      case Message.Leaving ignored -> 8;
      case Message.Welcome ignored -> 9;
      case Message.Refused ignored -> 10;
      case Message.Tasks ignored -> 11;
      case Message.Fetch ignored -> 12;
      case Message.Ack ignored -> 13;
      case Message.Reject ignored -> 14;
      case Message.Cancel ignored -> 15;
      case Message.Finished ignored -> 16;
      case Message.Beat ignored -> 17;
      case Message.Trace ignored -> 18;
      case Message.Stock ignored -> 19;
      case Message.Notice ignored -> 20;
      case Message.Paces ignored -> 21;
      case Message.Crew ignored -> 22;
    };
  }

  /**
   * The message that bytes say.
   *
   * @throws IllegalArgumentException if they say none
   */
  public static Envelope decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length, () -> {});
  }

  /**
   * The message that a stretch of bytes says. A chunk refers to them.
   *
   * @param giveBack what to do with the bytes when nobody needs them for a chunk any more
   */
  static Envelope decode(byte[] bytes, int from, int end, Runnable giveBack) {
    var in = new ByteReader(bytes, from, end);
    int kind = in.u8();
    long session = in.i64();
    int number = in.number();
    return new Envelope(session, number, message(kind, in, giveBack));
  }

  /** Whether a frame that begins with these bytes is a whole chunk. */
  static boolean isChunk(byte[] head) {
    return head[0] == 0 && head[1] == CHUNK;
  }

  /**
   * The chunk that lies in several buffers after a zero.
   *
   * @param head its first bytes, all up to its data at least
   */
  static Envelope decodeChunk(byte[] head, List<ByteBuffer> all, Runnable giveBack) {
    var in = new ByteReader(head, 2, head.length);
    long session = in.i64();
    int number = in.number();
    int part = in.number();
    int offset = in.number();
    int length = in.number();
    var piece = Piece.lent(all, in.position(), length, giveBack);
    return new Envelope(session, number, new Message.Chunk(part, offset, piece));
  }

  private static Message message(int kind, ByteReader in, Runnable giveBack) {
    return switch (kind) {
      case 1 ->
          new Message.Hello(
              in.number(),
              in.number(),
              in.text(LONGEST_TEXT),
              in.text(LONGEST_NAME),
              in.u8() == 1 ? Message.Role.GATEWAY : Message.Role.WORKER,
              in.number(),
              in.i64(),
              in.number());
      case 2 -> new Message.Holding(ids(in));
      case 3 -> new Message.Want(in.number());
      case 4 -> results(in);
      case 5 -> new Message.Offer(in.number(), Part.Kind.of(in.u8()), ids(in), in.number());
      case CHUNK -> {
        int part = in.number();
        int offset = in.number();
        int length = in.skip();
        var piece = Piece.lent(in.array(), in.position() - length, length, giveBack);
        yield new Message.Chunk(part, offset, piece);
      }
      case 7 -> new Message.Returned(ids(in));
      case 8 -> new Message.Leaving(in.text(LONGEST_TEXT));
      case 9 ->
          new Message.Welcome(
              in.number(),
              in.number(),
              in.text(LONGEST_NAME),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              in.number(),
              in.bytes());
      case 10 -> new Message.Refused(in.text(LONGEST_TEXT), in.u8() != 0);
      case 11 -> tasks(in);
      case 12 -> new Message.Fetch(in.number());
      case 13 -> new Message.Ack(ids(in));
      case 14 -> new Message.Reject(in.number(), ids(in));
      case 15 -> new Message.Cancel(ids(in));
      case 16 -> new Message.Finished(in.text(LONGEST_TEXT));
      case 17 -> new Message.Beat(in.i64(), in.i64());
      case 18 -> trace(in);
      case 19 -> new Message.Stock(in.number(), in.number());
      case 20 -> new Message.Notice(path(in), in.text(LONGEST_TEXT));
      case 21 -> paces(in);
      case 22 -> new Message.Crew(in.number());
      default -> throw new IllegalArgumentException("a message of unknown kind " + kind);
    };
  }

  private static void write(Message.Trace trace, ByteWriter out) {
    path(out, trace.path()).u8(trace.event().code()).number(trace.tasks().length);
    for (int i = 0; i < trace.tasks().length; i++) {
      out.number(trace.tasks()[i]).i64(trace.ago()[i]).i64(trace.took()[i]);
      out.u8(trace.failed()[i] ? 1 : 0);
    }
    out.number(trace.many()).i64(trace.span()).i64(trace.busy()).i64(trace.up()).i64(trace.down());
    out.text(trace.why());
  }

  private static ByteWriter path(ByteWriter out, List<String> path) {
    out.u8(path.size());
    path.forEach(out::text);
    return out;
  }

  private static List<String> path(ByteReader in) {
    int depth = in.u8();
    if (depth == 0 || depth > DEEPEST) {
      throw new IllegalArgumentException("%d names of nodes".formatted(depth));
    }
    var path = new ArrayList<String>(depth);
    for (int i = 0; i < depth; i++) {
      path.add(in.text(LONGEST_NAME));
    }
    return path;
  }

  private static Message paces(ByteReader in) {
    int count = in.count(2);
    var workers = new ArrayList<String>(count);
    var micros = new long[count];
    for (int i = 0; i < count; i++) {
      workers.add(in.text(LONGEST_NAME));
      micros[i] = in.i64();
    }
    return new Message.Paces(workers, micros);
  }

  private static Message trace(ByteReader in) {
    var path = path(in);
    var event = Message.Trace.Event.of(in.u8());
    int count = in.count(18);
    if (count > Message.Trace.MOST) {
      throw new IllegalArgumentException("a trace of %d tasks".formatted(count));
    }
    var tasks = new int[count];
    var ago = new long[count];
    var took = new long[count];
    var failed = new boolean[count];
    for (int i = 0; i < count; i++) {
      tasks[i] = in.number();
      ago[i] = in.i64();
      took[i] = in.i64();
      failed[i] = in.u8() != 0;
    }
    return new Message.Trace(
        path,
        event,
        tasks,
        ago,
        took,
        failed,
        in.number(),
        in.i64(),
        in.i64(),
        in.i64(),
        in.i64(),
        in.text(LONGEST_TEXT));
  }

  private static Message results(ByteReader in) {
    int count = in.count(4);
    var parts = new ArrayList<Part>(count);
    for (int i = 0; i < count; i++) {
      int number = in.number();
      var kind = Part.Kind.of(in.u8());
      IdSet tasks = ids(in);
      parts.add(new Part(number, kind, tasks, in.bytes()));
    }
    return new Message.Results(parts);
  }

  private static Message tasks(ByteReader in) {
    int count = in.count(3);
    if (count > MOST_TASKS) {
      throw new IllegalArgumentException("%d tasks at a time".formatted(count));
    }
    var ids = new int[count];
    var attempts = new byte[count];
    var inputs = new byte[count][];
    for (int i = 0; i < count; i++) {
      ids[i] = in.number();
      attempts[i] = (byte) in.u8();
      inputs[i] = in.bytes();
    }
    return new Message.Tasks(ids, attempts, inputs);
  }

  private static ByteWriter ids(ByteWriter out, IdSet set) {
    out.number(set.rangeCount());
    int before = -1;
    for (int i = 0; i < set.rangeCount(); i++) {
      out.number(set.rangeFirst(i) - before - 1);
      out.number(set.rangeLast(i) - set.rangeFirst(i));
      before = set.rangeLast(i);
    }
    return out;
  }

  private static IdSet ids(ByteReader in) {
    int count = in.count(2);
    var ranges = new int[2 * count];
    long before = -1;
    for (int i = 0; i < count; i++) {
      long first = before + 1 + in.number();
      long last = first + in.number();
      if (last >= Integer.MAX_VALUE) {
        throw new IllegalArgumentException("task %d, expected a smaller one".formatted(last));
      }
      ranges[2 * i] = (int) first;
      ranges[2 * i + 1] = (int) last;
      before = last;
    }
    return IdSet.ofRanges(ranges);
  }
}

package io.strait.transport.fabric;

import io.strait.model.text.Printable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The frames between a rank and the hub. The first byte is the type of the frame. Numbers are
 * big-endian; texts are UTF-8 and reach to the end of the frame.
 *
 * <pre>
 * HELLO    rank to hub   version (4), rank (4), session (8), frames received (8), length of the
 *                        run's name (4), its bytes, token
 * WELCOME  hub to rank   number of ranks (4), frames received (8), limit, grace and beat of the
 *                        hub's patience in milliseconds (8 each)
 * REFUSED  hub to rank   why
 * DATA     both ways     rank (4), lane (1), credits (4), length of the message (4), offset (4), time
 *                        (8), bytes
 * CREDIT   both ways     rank (4), lane (1), credits (4)
 * CONTROL  both ways     kind (1), whether more follows (1), bytes
 * LOST     hub to rank   rank (4), why
 * FAILED   rank to hub   why
 * BYE      rank to hub
 * ACK      both ways     frames received (8)
 * </pre>
 *
 * <p>The rank in DATA and CREDIT is the receiver's on the way to the hub and the sender's on the
 * way from it. Credits count the messages taken from the other direction.
 *
 * <p>The time in DATA is the clock's, in nanoseconds. On the way to the hub it says when the
 * message left; on the way from a hub that emulates a gap, when it crossed that. It counts instead
 * of the time at which a frame is seen. So what this machine takes to carry frames is not added to
 * an emulated gap. Clocks of several machines have nothing to do with each other: times that are
 * more than {@link #PLAUSIBLE} ago, or to come, do not count.
 *
 * <h2>Sessions</h2>
 *
 * <p>A rank's session outlives its connections. The rank makes up the session's number. When a
 * connection is gone, the rank dials again with that number. HELLO and WELCOME tell each side how
 * many frames the other one has received since the session began, and each sends again what is
 * missing: every frame arrives once and in order. HELLO, WELCOME, REFUSED and ACK do not count. ACK
 * allows the other side to forget frames, and is a sign of life.
 */
final class GapFrame {
  static final int VERSION = 3;

  static final byte HELLO = 1;
  static final byte WELCOME = 2;
  static final byte REFUSED = 3;
  static final byte DATA = 4;
  static final byte CREDIT = 5;
  static final byte CONTROL = 6;
  static final byte LOST = 7;
  static final byte FAILED = 8;
  static final byte BYE = 9;
  static final byte ACK = 10;

  /** Offsets in HELLO. */
  static final int SESSION = 9;

  static final int HELLO_RECEIVED = 17;
  static final int NAME_LENGTH = 25;
  static final int NAME = 29;

  /** Offsets in WELCOME. */
  static final int WELCOME_RECEIVED = 5;

  static final int LIMIT = 13;
  static final int GRACE = 21;
  static final int BEAT = 29;
  private static final int WELCOME_BYTES = 37;

  /** Offsets in DATA and CREDIT. */
  static final int RANK = 1;

  static final int LANE = 5;
  static final int CREDITS = 6;
  static final int CREDIT_BYTES = 10;
  static final int LENGTH = 10;
  static final int OFFSET = 14;
  static final int TIME = 18;
  static final int DATA_HEAD = 26;

  /** Offsets in CONTROL. */
  static final int KIND = 1;

  static final int MORE = 2;
  static final int CONTROL_HEAD = 3;

  /** The most bytes of a message that travel in one frame. */
  static final int CHUNK = 256 << 10;

  /** By how much a time may be past, in nanoseconds, if it is by the same clock. */
  static final long PLAUSIBLE = 1_000_000_000;

  /** The time of a message that crossed a real gap only: it counts as it is seen. */
  static final long NO_TIME = Long.MIN_VALUE;

  static final byte[] NONE = new byte[0];

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private GapFrame() {}

  static long whole(byte[] frame, int at) {
    return (long) LONG.get(frame, at);
  }

  static void whole(byte[] frame, int at, long value) {
    LONG.set(frame, at, value);
  }

  /** A time that is no more than some nanoseconds ago, or else now. */
  static long recent(long time, long nanos) {
    long now = System.nanoTime();
    long ago = now - time;
    return ago >= 0 && ago < nanos ? time : now;
  }

  /** The time in a frame of data, or else now. */
  static long time(byte[] frame) {
    return recent(whole(frame, TIME), PLAUSIBLE);
  }

  static int number(byte[] frame, int at) {
    return (int) INT.get(frame, at);
  }

  static void number(byte[] frame, int at, int value) {
    INT.set(frame, at, value);
  }

  /** A frame with numbers and a text. */
  static byte[] of(byte type, String text, int... numbers) {
    byte[] words = text.getBytes(StandardCharsets.UTF_8);
    var frame = new byte[1 + 4 * numbers.length + words.length];
    frame[0] = type;
    for (int i = 0; i < numbers.length; i++) {
      number(frame, 1 + 4 * i, numbers[i]);
    }
    System.arraycopy(words, 0, frame, 1 + 4 * numbers.length, words.length);
    return frame;
  }

  static String text(byte[] frame, int from, int to) {
    return new String(frame, from, to - from, StandardCharsets.UTF_8);
  }

  static byte[] hello(int rank, long session, long received, String run, String token) {
    int name = run.getBytes(StandardCharsets.UTF_8).length;
    var frame = of(HELLO, run + token, VERSION, rank, 0, 0, 0, 0, name);
    LONG.set(frame, SESSION, session);
    LONG.set(frame, HELLO_RECEIVED, received);
    return frame;
  }

  static byte[] welcome(int ranks, long received, Patience patience) {
    var frame = Arrays.copyOf(of(WELCOME, "", ranks), WELCOME_BYTES);
    LONG.set(frame, WELCOME_RECEIVED, received);
    LONG.set(frame, LIMIT, patience.limit().toMillis());
    LONG.set(frame, GRACE, patience.grace().toMillis());
    LONG.set(frame, BEAT, patience.beat().toMillis());
    return frame;
  }

  static byte[] ack(long received) {
    var frame = new byte[9];
    frame[0] = ACK;
    LONG.set(frame, 1, received);
    return frame;
  }

  /** Two pieces as one. */
  static byte[] join(byte[] head, int length, byte[] tail, int from, int tailLength) {
    var frame = Arrays.copyOf(head, length + tailLength);
    System.arraycopy(tail, from, frame, length, tailLength);
    return frame;
  }

  /** A text from a stranger, made short and free of control characters. */
  static String printable(String text) {
    return Printable.line(text, 200);
  }

  /** Sends a control message in as many frames as it needs. */
  static void control(int kind, byte[] payload, Sender sender) {
    int from = 0;
    do {
      int length = Math.min(CHUNK, payload.length - from);
      byte more = (byte) (from + length < payload.length ? 1 : 0);
      sender.send(new byte[] {CONTROL, (byte) kind, more}, CONTROL_HEAD, payload, from, length);
      from += length;
    } while (from < payload.length);
  }

  /** Sends one frame, given in two pieces. */
  interface Sender {
    void send(byte[] head, int length, byte[] tail, int from, int tailLength);
  }

  /** Joins the frames that {@link #control} sent. */
  static final class Joiner {
    private static final int LONGEST = 1 << 30;
    private byte[] begun = NONE;

    /** The whole payload if this was its last frame, otherwise null. */
    byte @org.jspecify.annotations.Nullable [] join(byte[] frame, int length) {
      int part = length - CONTROL_HEAD;
      if ((long) begun.length + part > LONGEST) {
        throw new IllegalArgumentException("a control message of more than 1 GiB");
      }
      var joined = Arrays.copyOf(begun, begun.length + part);
      System.arraycopy(frame, CONTROL_HEAD, joined, begun.length, part);
      if (frame[MORE] == 1) {
        begun = joined;
        return null;
      }
      begun = NONE;
      return joined;
    }
  }
}

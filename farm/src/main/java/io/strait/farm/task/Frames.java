package io.strait.farm.task;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The frames that we exchange with a resident process: a length of four bytes, highest first, then
 * as many bytes. {@code docs/resident.md} is the specification.
 */
final class Frames {
  static final int TASK = 1;
  static final int RESULT = 0;
  static final int FAILED = 1;

  private static final int REPLY_HEAD = 5;

  private Frames() {}

  /** What a process answered. */
  record Reply(boolean failed, int task, byte[] body) {}

  /** Asks for a task. */
  static void writeTask(OutputStream out, int task, int attempt, byte[] input) throws IOException {
    var head = ByteBuffer.allocate(13);
    head.putInt(Math.addExact(9, input.length)).put((byte) TASK).putInt(task).putInt(attempt);
    out.write(head.array());
    out.write(input);
    out.flush();
  }

  /**
   * The next reply; null if the stream ends before one begins.
   *
   * @param most the most bytes that its body may have
   * @throws IOException if what is there is no reply; the message says why
   */
  static @Nullable Reply readReply(InputStream in, int most) throws IOException {
    byte[] length = in.readNBytes(4);
    if (length.length == 0) {
      return null;
    }
    if (length.length < 4) {
      throw new EOFException("its output ends within the length of a frame");
    }
    int size = ByteBuffer.wrap(length).getInt();
    if (size < REPLY_HEAD || size - REPLY_HEAD > most) {
      throw new IOException(
          "a frame of %d bytes%s, expected %d to %d"
              .formatted(
                  Integer.toUnsignedLong(size),
                  looksLikeText(length)
                      ? " (the text '%s': only frames may go to standard output)"
                          .formatted(new String(length, StandardCharsets.US_ASCII))
                      : "",
                  REPLY_HEAD,
                  (long) REPLY_HEAD + most));
    }
    byte[] head = in.readNBytes(REPLY_HEAD);
    byte[] body = head.length < REPLY_HEAD ? head : in.readNBytes(size - REPLY_HEAD);
    int got = head.length < REPLY_HEAD ? head.length : REPLY_HEAD + body.length;
    if (got < size) {
      throw new EOFException(
          "its output ends after %d bytes of a frame of %d".formatted(got, size));
    }
    int status = head[0] & 0xff;
    if (status > FAILED) {
      throw new IOException("a reply of status %d, expected 0 or 1".formatted(status));
    }
    return new Reply(status == FAILED, ByteBuffer.wrap(head, 1, 4).getInt(), body);
  }

  private static boolean looksLikeText(byte[] bytes) {
    for (byte b : bytes) {
      if (b < ' ' || b > '~') {
        return false;
      }
    }
    return true;
  }
}

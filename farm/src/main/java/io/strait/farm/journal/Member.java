package io.strait.farm.journal;

import io.strait.farm.message.Message;
import io.strait.transport.wire.Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A child that has joined a run. It may come back without a token: its process, as long as it shows
 * a certificate of one name, or another process with its very certificate.
 *
 * @param instance the number that its process drew when it started
 * @param certificate the name in its certificate; empty if it showed none
 * @param fingerprint of its certificate; empty if it showed none
 */
public record Member(String name, long instance, String certificate, String fingerprint) {
  public static Member of(Message.Hello hello, @Nullable Peer peer) {
    return new Member(
        hello.name(),
        hello.instance(),
        peer == null ? "" : peer.name(),
        peer == null ? "" : peer.fingerprint());
  }

  /** Whether somebody who comes is this one. */
  public boolean is(Member other) {
    return name.equals(other.name)
        && certificate.equals(other.certificate)
        && (instance == other.instance
            || (!fingerprint.isEmpty() && fingerprint.equals(other.fingerprint)));
  }

  /** As a record of a journal: the instance, then each text after its length. */
  public byte[] encode() {
    var texts = new byte[][] {bytes(name), bytes(certificate), bytes(fingerprint)};
    int size = Long.BYTES;
    for (var text : texts) {
      size += Integer.BYTES + text.length;
    }
    var out = ByteBuffer.allocate(size).putLong(instance);
    for (var text : texts) {
      out.putInt(text.length).put(text);
    }
    return out.array();
  }

  /**
   * A member from its record.
   *
   * @throws IllegalArgumentException or {@link java.nio.BufferUnderflowException} if it is none
   */
  public static Member decode(ByteBuffer in) {
    long instance = in.getLong();
    return new Member(text(in), instance, text(in), text(in));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a text of %d bytes".formatted(length));
    }
    var text = new byte[length];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }
}

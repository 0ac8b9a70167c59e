package io.strait.farm.protocol;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Part;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A part that the parent has not acknowledged yet. */
final class OutPart {
  final Part.Kind kind;
  final IdSet tasks;
  final int size;

  /** Where the results that it was made of are on the disk; empty at a worker. */
  final long[] positions;

  private final Supplier<byte[]> source;
  private byte @Nullable [] payload;

  /** Its number in the present session, or -1. */
  int number = -1;

  /** How much of it was sent, if it travels in chunks. */
  int sent;

  OutPart(Part.Kind kind, IdSet tasks, byte[] payload) {
    this(kind, tasks, payload, new long[0]);
  }

  OutPart(Part.Kind kind, IdSet tasks, byte[] payload, long[] positions) {
    this.kind = kind;
    this.tasks = tasks;
    this.size = payload.length;
    this.payload = payload;
    this.positions = positions;
    this.source = () -> payload;
  }

  /** A part whose payload is read when it is sent. */
  OutPart(Part.Kind kind, IdSet tasks, int size, long[] positions, Supplier<byte[]> source) {
    this.kind = kind;
    this.tasks = tasks;
    this.size = size;
    this.positions = positions;
    this.source = source;
  }

  byte[] payload() {
    var bytes = payload;
    if (bytes == null) {
      bytes = source.get();
      payload = bytes;
    }
    return bytes;
  }

  /** Back to where nothing of it was sent; what can be read again is not kept in memory. */
  void rewind() {
    number = -1;
    sent = 0;
  }
}

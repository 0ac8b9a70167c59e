package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.message.Part;
import io.strait.transport.store.Scattered;
import io.strait.transport.wire.Piece;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A large part that is on its way. Its pieces are put together in an array, or kept as they came
 * where the parent need not look into them.
 */
final class Incoming {
  final Message.Offer offer;
  private final int least;
  private final List<Piece> pieces = new ArrayList<>();
  private byte @Nullable [] data;
  private boolean fetched;
  private int received;

  /**
   * @param least bytes of a piece that is kept as it came, unless it is the last: of smaller ones
   *     there could be very many
   */
  Incoming(Message.Offer offer, int least) {
    this.offer = offer;
    this.least = least;
  }

  /** One that is put together in an array. */
  Incoming(Message.Offer offer) {
    this(offer, Integer.MAX_VALUE);
  }

  /** It is asked for, and takes its room from now on. */
  void fetch() {
    fetched = true;
  }

  /** The room that it takes. */
  int room() {
    return fetched ? offer.size() : 0;
  }

  /** Takes the next piece; says whether it can be that. */
  boolean add(Message.Chunk chunk) {
    int length = chunk.length();
    if (!fetched || chunk.offset() != received || length > offer.size() - received) {
      return false;
    }
    boolean last = !pieces.isEmpty() && received + length == offer.size();
    if (data == null && (length >= least || last)) {
      chunk.piece().keep();
      pieces.add(chunk.piece());
    } else {
      chunk.piece().copyTo(array(), received);
    }
    received += length;
    return true;
  }

  boolean isComplete() {
    return received == offer.size();
  }

  /** Whether it lies in pieces. */
  boolean isApart() {
    return !pieces.isEmpty();
  }

  /** The part in one piece. */
  Part part() {
    return part(array());
  }

  /** The part without its payload. */
  Part head() {
    return part(new byte[0]);
  }

  private Part part(byte[] payload) {
    return new Part(offer.part(), offer.kind(), offer.tasks(), payload);
  }

  /** The payload as it came. */
  Scattered scattered() {
    var buffers = new ArrayList<ByteBuffer>();
    pieces.forEach(piece -> buffers.addAll(List.of(piece.buffers())));
    return new Scattered(buffers, received);
  }

  /** Gives the pieces back. */
  void release() {
    pieces.forEach(Piece::giveBack);
    pieces.clear();
  }

  /** All that came so far in one array, which the rest has its place in, too. */
  private byte[] array() {
    var bytes = data;
    if (bytes == null) {
      bytes = new byte[offer.size()];
      int at = 0;
      for (var piece : pieces) {
        piece.copyTo(bytes, at);
        at += piece.length();
      }
      release();
      data = bytes;
    }
    return bytes;
  }
}

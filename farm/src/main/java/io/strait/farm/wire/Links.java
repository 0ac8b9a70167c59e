package io.strait.farm.wire;

import io.grpc.MethodDescriptor;
import io.strait.farm.message.NodeLink;
import io.strait.transport.wire.Dialler;
import io.strait.transport.wire.Frame;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Listener;
import io.strait.transport.wire.Loan;
import io.strait.transport.wire.Service;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Links between the nodes of a farm over real connections. */
public final class Links {
  /** Messages of a farm; large chunks stay in the buffers of the network. */
  static final MethodDescriptor<Frame, Frame> JOIN =
      Service.method("strait.Farm", "Join", Loan.marshaller(Codec.CHUNK_HEAD, Codec::isChunk));

  private Links() {}

  /**
   * Opens the port of a parent.
   *
   * @param identity to show and to check others with; null for plain text
   */
  public static Listener listen(InetSocketAddress address, @Nullable Identity identity, Inbox inbox)
      throws IOException {
    return Listener.open(
        address,
        identity,
        JOIN,
        out -> {
          var stream = new Stream(inbox, Assembler.ofParent(), () -> {});
          stream.accept(out, stream::onCompleted);
          return stream;
        });
  }

  /** Begins to connect to the parent; the inbox hears how that went. */
  public static NodeLink dial(Dialler dialler, Inbox inbox) {
    return dialler.dial(JOIN, onClose -> new Stream(inbox, Assembler.ofChild(), onClose));
  }
}

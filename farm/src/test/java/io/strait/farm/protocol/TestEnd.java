package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.transport.wire.Peer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An end of a connection in a test: the messages of the node under test gather in it. */
final class TestEnd implements NodeLink {
  static final String ADDRESS = "10.0.0.7:5000";

  final List<Message> got = new ArrayList<>();
  long session;
  boolean closed;
  private final String address;
  private final @Nullable Peer peer;
  private int next;

  /** In this process. */
  TestEnd() {
    this("", null);
  }

  TestEnd(String address, @Nullable Peer peer) {
    this.address = address;
    this.peer = peer;
  }

  @Override
  public void send(Envelope envelope) {
    got.add(envelope.message());
    if (envelope.message() instanceof Message.Welcome) {
      session = envelope.session();
    }
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public @Nullable Peer peer() {
    return peer;
  }

  @Override
  public void close() {
    closed = true;
  }

  /** What the other side says next. */
  Envelope says(Message message) {
    return new Envelope(session, next++, message);
  }

  List<String> notices() {
    return got.stream().filter(Message.Notice.class::isInstance).map(Object::toString).toList();
  }
}

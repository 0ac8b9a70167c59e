package io.strait.lab.control;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Gives orders to a lab's relay.
 *
 * @param socket where it listens
 */
public record LabClient(Path socket) {
  /** What an answer begins with if the order was refused. */
  static final String REFUSED = "refused: ";

  /** Whether the relay answers. */
  public boolean isThere() {
    try {
      return ask(LabServer.PING).equals(LabServer.PING);
    } catch (IOException e) {
      return false;
    }
  }

  /** Gives an order and returns the answer. */
  public String ask(String order) throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      var bytes = ByteBuffer.wrap((order + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.shutdownOutput();
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8)
          .strip();
    }
  }

  /** What the networks are like, and what passed them. */
  public LabStatus status() throws IOException {
    return LabStatus.read(ask(LabServer.STATUS));
  }

  /** Plays a script that the lab has accepted. */
  public void play(Path script) throws IOException {
    order(LabServer.PLAY + script.toAbsolutePath());
  }

  /** Gives an order that must not be refused. */
  public void order(String order) throws IOException {
    var answer = ask(order);
    if (answer.startsWith(REFUSED)) {
      throw new InputException(answer.substring(REFUSED.length()));
    }
  }
}

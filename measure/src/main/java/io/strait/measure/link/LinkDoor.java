package io.strait.measure.link;

import io.strait.model.text.InputException;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.SocketTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A port at which lines arrive; and the dialling of one that is open elsewhere. */
public final class LinkDoor implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_DIAL = Duration.ofSeconds(10);

  private final ServerSocketChannel server;
  private final @Nullable SocketTls tls;

  /**
   * Opens a port.
   *
   * @param identity of this end; null for plain text
   * @throws InputException if the port cannot be opened or the identity cannot be used
   */
  public LinkDoor(InetSocketAddress address, @Nullable Identity identity) throws IOException {
    tls = identity == null ? null : new SocketTls(identity, true);
    server = ServerSocketChannel.open();
    try {
      server.bind(address);
    } catch (IOException e) {
      server.close();
      throw new InputException(
          "%s:%d: %s, expected a free port of this machine"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    }
  }

  public int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  /** The next line that arrives. */
  public Line accept() throws IOException {
    return secured(server.accept(), tls, "the other end");
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
  }

  /**
   * Dials a port that is open elsewhere.
   *
   * @param identity of this end; null for plain text
   * @param patience how long to try again where nothing listens
   * @throws InputException if there is no such host or the identity cannot be used
   */
  public static Line dial(InetSocketAddress address, @Nullable Identity identity, Duration patience)
      throws IOException {
    @Nullable SocketTls tls = identity == null ? null : new SocketTls(identity, false);
    var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    var name = "%s:%d".formatted(address.getHostString(), address.getPort());
    if (resolved.isUnresolved()) {
      throw new InputException(
          "there is no host '%s', expected the address of a machine"
              .formatted(address.getHostString()));
    }
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return secured(connected(resolved), tls, name);
      } catch (LinkException e) {
        throw e;
      } catch (UnknownHostException e) {
        throw new LinkException("there is no host '%s'".formatted(address.getHostString()));
      } catch (IOException e) {
        if (System.nanoTime() - until >= 0) {
          throw new LinkException(
              "nothing answers at %s (%s), expected one end to listen there"
                  .formatted(name, e.getMessage()));
        }
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LinkException("interrupted while dialling " + name);
      }
    }
  }

  /** A connection, within a time: a firewall that drops packets gives no answer. */
  private static SocketChannel connected(InetSocketAddress address) throws IOException {
    var channel = SocketChannel.open();
    try {
      channel.socket().connect(address, (int) LONGEST_DIAL.toMillis());
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Line secured(SocketChannel channel, @Nullable SocketTls tls, String other)
      throws IOException {
    try {
      return new SocketLine(channel, tls);
    } catch (IOException e) {
      channel.close();
      @Nullable String why = SocketTls.explain(e, "the other end");
      throw new LinkException(
          "no TLS with %s: %s"
              .formatted(
                  other, why != null ? why : "%s; maybe it has no TLS".formatted(e.getMessage())));
    }
  }
}

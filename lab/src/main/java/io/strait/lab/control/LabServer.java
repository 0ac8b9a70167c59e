package io.strait.lab.control;

import io.strait.lab.fault.Fault;
import io.strait.lab.fault.FaultScript;
import io.strait.lab.fault.Injector;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Wires;
import io.strait.model.text.Document;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Takes orders for a lab's relay, one a connection. */
public final class LabServer implements AutoCloseable {
  static final String PING = "ping";

  /** The order for {@link LabStatus}. */
  public static final String STATUS = "status";

  /** The order that plays a script; its file follows. */
  public static final String PLAY = "play ";

  /** The order that changes the time scale, which follows. */
  public static final String SCALE = "scale ";

  private static final int LONGEST = 10_000;

  private final ServerSocketChannel server;
  private final Wires wires;
  private final Relay relay;
  private final Injector injector;
  private volatile double scale;
  private final Consumer<String> log;

  public LabServer(
      Path socket, Wires wires, Relay relay, Injector injector, double scale, Consumer<String> log)
      throws IOException {
    this.wires = wires;
    this.relay = relay;
    this.injector = injector;
    this.scale = scale;
    this.log = log;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  /** Serves until it is closed. */
  public void run() {
    while (server.isOpen()) {
      try (var channel = server.accept()) {
        serve(channel);
      } catch (IOException e) {
        if (server.isOpen()) {
          log.accept("an order failed: " + e.getMessage());
        }
      }
    }
  }

  private void serve(SocketChannel channel) throws IOException {
    var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8), LONGEST);
    var order = reader.readLine();
    var answer = order == null ? "" : answer(order);
    var bytes = ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private String answer(String order) {
    try {
      if (order.equals(PING)) {
        return PING;
      }
      if (order.equals(STATUS)) {
        var status = new CompletableFuture<String>();
        relay.order(() -> status.complete(LabStatus.of(scale, wires, relay).tree().json()));
        return status.join();
      }
      if (order.startsWith(PLAY)) {
        var script =
            FaultScript.read(
                Document.read(Path.of(order.substring(PLAY.length()))), Injector.checker(wires));
        injector.play(script, scale);
        return "";
      }
      if (order.startsWith(SCALE)) {
        double other = Double.parseDouble(order.substring(SCALE.length()));
        scale = other;
        relay.order(() -> wires.scale(other));
        log.accept(order);
        return "";
      }
      var fault = Fault.parse(order);
      Injector.check(wires, fault);
      injector.happen(fault, 1);
      return "";
    } catch (RuntimeException e) { // one order that fails must not end the others
      return LabClient.REFUSED + e.getMessage();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

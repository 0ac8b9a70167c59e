package io.strait.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * A program inside a lab: {@code serve PORT} takes bytes and answers with their checksum, {@code
 * send HOST PORT BYTES} sends some and says how long it took, or why it could not.
 */
final class LabPeer {
  private static final int TIMEOUT = 1500;

  private LabPeer() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("serve")) {
      serve(Integer.parseInt(args[1]));
    } else {
      send(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    }
  }

  private static void serve(int port) throws IOException {
    try (var server = new ServerSocket(port)) {
      System.out.println("serving");
      while (true) {
        try (var socket = server.accept()) {
          var in = new DataInputStream(socket.getInputStream());
          var sum = new CRC32();
          sum.update(in.readNBytes(in.readInt()));
          new DataOutputStream(socket.getOutputStream()).writeLong(sum.getValue());
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }

  private static void send(String host, int port, int count) throws IOException {
    var bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    var sum = new CRC32();
    sum.update(bytes);
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT);
      long begin = System.nanoTime();
      var out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(count);
      out.write(bytes);
      boolean isEqual = new DataInputStream(socket.getInputStream()).readLong() == sum.getValue();
      System.out.printf(
          "%s after %.3f s%n", isEqual ? "equal" : "different", (System.nanoTime() - begin) / 1e9);
    } catch (java.net.SocketTimeoutException e) {
      System.out.println("no connection");
    }
  }
}

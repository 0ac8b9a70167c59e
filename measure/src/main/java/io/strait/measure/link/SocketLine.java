package io.strait.measure.link;

import io.strait.transport.wire.SocketTls;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A line over TCP. Plain bytes go from and to buffers outside the heap, without a copy in between;
 * with TLS they pass the platform's TLS socket. Every message is one call. Socket buffers are as
 * large as the system makes them.
 */
public final class SocketLine implements Line {
  private static final int FIRST_BUFFER = 1 << 16;

  private final SocketChannel channel;
  private final @Nullable SSLSocket secured;
  private final ByteBuffer notices = ByteBuffer.allocate(Notice.BYTES);
  private ByteBuffer direct = ByteBuffer.allocateDirect(FIRST_BUFFER);
  private byte[] heap = new byte[0];

  /** A line over a connection; with TLS unless it is null. */
  public SocketLine(SocketChannel channel, @Nullable SocketTls tls) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (tls == null) {
      secured = null;
      return;
    }
    secured = tls.secure(channel.socket());
  }

  @Override
  public void send(int bytes) throws IOException {
    if (secured != null) {
      secured.getOutputStream().write(heap(bytes), 0, bytes);
      return;
    }
    write(direct(bytes));
  }

  @Override
  public void receive(int bytes) throws IOException {
    if (secured != null) {
      fill(secured.getInputStream(), heap(bytes), bytes);
      return;
    }
    read(direct(bytes));
  }

  @Override
  public void tell(Notice notice) throws IOException {
    notices.clear();
    notices.putLong(notice.first()).putLong(notice.second()).putLong(notice.third()).flip();
    if (secured == null) {
      write(notices);
    } else {
      OutputStream out = secured.getOutputStream();
      out.write(notices.array());
      out.flush();
    }
  }

  @Override
  public Notice hear() throws IOException {
    notices.clear();
    if (secured == null) {
      read(notices);
      notices.flip();
    } else {
      fill(secured.getInputStream(), notices.array(), Notice.BYTES);
    }
    return new Notice(notices.getLong(), notices.getLong(), notices.getLong());
  }

  private ByteBuffer direct(int bytes) {
    if (direct.capacity() < bytes) {
      direct = ByteBuffer.allocateDirect(bytes);
    }
    return direct.clear().limit(bytes);
  }

  private byte[] heap(int bytes) {
    if (heap.length < bytes) {
      heap = new byte[bytes];
    }
    return heap;
  }

  private void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private void read(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the other end closed the connection");
      }
    }
  }

  private static void fill(InputStream in, byte[] buffer, int bytes) throws IOException {
    if (in.readNBytes(buffer, 0, bytes) < bytes) {
      throw new EOFException("the other end closed the connection");
    }
  }

  @Override
  public void close() {
    try {
      channel.close(); // without a farewell, which could block
    } catch (IOException e) {
      // It is of no more use in any case.
    }
  }
}

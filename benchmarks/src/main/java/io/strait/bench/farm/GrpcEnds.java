package io.strait.bench.farm;

import static java.util.Objects.requireNonNull;

import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of one gRPC stream with TLS and nothing else. The sender is the client, as a worker is;
 * it sends whenever the stream is ready, in chunks. Callbacks run on the threads of the network:
 * with two cores for two processes, other threads only cost.
 */
final class GrpcEnds implements BulkReceiver {
  private static final int WINDOW = 16 << 20;
  private static final int READY_BYTES = 2 << 20;

  /** Chunks that the receiver lets the sender have under way. */
  private static final int REQUESTED = 64;

  private static final MethodDescriptor<byte[], byte[]> METHOD =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName("farm/results")
          .setRequestMarshaller(new BytesMarshaller())
          .setResponseMarshaller(new BytesMarshaller())
          .build();

  private final Server server;
  private final CountDownLatch connected = new CountDownLatch(1);
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
  private volatile @Nullable StreamObserver<byte[]> sender;
  private volatile int wanted;

  GrpcEnds(Certificate certificate) throws IOException {
    var tls = GrpcSslContexts.configure(SslContextBuilder.forServer(certificate.keys())).build();
    var service =
        ServerServiceDefinition.builder("farm")
            .addMethod(METHOD, ServerCalls.asyncBidiStreamingCall(this::accept))
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getByName("localhost"), 0))
            .sslContext(tls)
            .flowControlWindow(WINDOW)
            .directExecutor()
            .addService(service)
            .build()
            .start();
  }

  private StreamObserver<byte[]> accept(StreamObserver<byte[]> responses) {
    var call = (ServerCallStreamObserver<byte[]>) responses;
    call.disableAutoRequest();
    call.request(REQUESTED);
    sender = responses;
    connected.countDown();
    return new Arrivals(call);
  }

  /** Counts what arrives. */
  private final class Arrivals implements StreamObserver<byte[]> {
    private final ServerCallStreamObserver<byte[]> call;
    private int results;
    private int bytes;

    Arrivals(ServerCallStreamObserver<byte[]> call) {
      this.call = call;
    }

    @Override
    public void onNext(byte[] chunk) {
      call.request(1);
      if (bytes == 0 && ByteBuffer.wrap(chunk).getInt() != results) {
        ends.add("result %d is wrong".formatted(results));
      }
      bytes += chunk.length;
      if (bytes == FarmUnderTest.BULK_BYTES) {
        bytes = 0;
        if (++results == wanted) {
          results = 0;
          ends.add("");
        }
      }
    }

    @Override
    public void onError(Throwable problem) {
      ends.add(problem.toString());
    }

    @Override
    public void onCompleted() {
      ends.add("the sender ended the stream");
    }
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void connect() throws InterruptedException {
    connected.await();
  }

  @Override
  public double seconds(int results) throws IOException, InterruptedException {
    wanted = results;
    long start = System.nanoTime();
    requireNonNull(sender).onNext(ByteBuffer.allocate(Integer.BYTES).putInt(results).array());
    var problem = ends.take();
    if (!problem.isEmpty()) {
      throw new IOException(problem);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Sends what the receiver asks for, until the connection ends. */
  static void send(Certificate certificate, int port) throws IOException, InterruptedException {
    var tls =
        GrpcSslContexts.configure(SslContextBuilder.forClient())
            .trustManager(certificate.trust())
            .build();
    var channel =
        NettyChannelBuilder.forAddress("localhost", port)
            .sslContext(tls)
            .flowControlWindow(WINDOW)
            .directExecutor()
            .build();
    var options = CallOptions.DEFAULT.withOnReadyThreshold(READY_BYTES);
    var end = new CountDownLatch(1);
    ClientCalls.asyncBidiStreamingCall(channel.newCall(METHOD, options), new Sender(end));
    end.await();
    channel.shutdownNow();
  }

  /** Sends results in chunks while the stream is ready for them. */
  private static final class Sender implements ClientResponseObserver<byte[], byte[]> {
    private final CountDownLatch end;
    private final BulkChunks chunks = new BulkChunks();
    private @Nullable ClientCallStreamObserver<byte[]> stream;

    Sender(CountDownLatch end) {
      this.end = end;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<byte[]> call) {
      stream = call;
      call.setOnReadyHandler(this::send);
    }

    @Override
    public void onNext(byte[] question) {
      chunks.start(ByteBuffer.wrap(question).getInt());
      send();
    }

    private void send() {
      var call = requireNonNull(stream);
      while (chunks.hasNext() && call.isReady()) {
        call.onNext(chunks.next());
      }
    }

    @Override
    public void onError(Throwable problem) {
      end.countDown();
    }

    @Override
    public void onCompleted() {
      end.countDown();
    }
  }
}

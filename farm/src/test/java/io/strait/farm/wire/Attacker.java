package io.strait.farm.wire;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.Credentials;
import io.strait.transport.wire.Frame;
import io.strait.transport.wire.Identity;
import io.strait.transport.wire.Tls;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Somebody at a parent's port who says what no child of ours would say. */
public final class Attacker implements AutoCloseable {
  private static final AtomicInteger DIALS = new AtomicInteger();

  private final ManagedChannel channel;
  private final LinkedBlockingQueue<Envelope> got = new LinkedBlockingQueue<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final CompletableFuture<ClientCallStreamObserver<Frame>> out = new CompletableFuture<>();
  private long session;
  private int number;

  /**
   * @param identity null for plain text
   * @param reads whether it reads what it is told
   */
  public Attacker(int port, @Nullable Identity identity, boolean reads) throws IOException {
    var builder = NettyChannelBuilder.forAddress("127.0.0.1", port).directExecutor();
    if (identity == null) {
      builder.usePlaintext();
    } else {
      builder
          .sslContext(Tls.client(Credentials.read(identity)))
          .overrideAuthority(Authority.PARENT);
    }
    channel = builder.build();
    ClientCalls.asyncBidiStreamingCall(
        channel.newCall(Links.JOIN, CallOptions.DEFAULT),
        new ClientResponseObserver<Frame, Frame>() {
          private final Assembler assembler = Assembler.ofChild();

          @Override
          public void beforeStart(ClientCallStreamObserver<Frame> to) {
            to.disableAutoRequestWithInitial(reads ? Integer.MAX_VALUE : 1);
            out.complete(to);
          }

          @Override
          public void onNext(Frame frame) {
            var envelope = assembler.join(frame);
            if (envelope != null) {
              got.add(envelope);
            }
          }

          @Override
          public void onError(Throwable failure) {
            closed.complete(Tls.explain(failure));
          }

          @Override
          public void onCompleted() {
            closed.complete("");
          }
        });
  }

  /** Sends bytes as a frame. */
  public void raw(byte[] bytes) {
    try {
      out.join().onNext(new Frame(bytes, bytes.length));
    } catch (IllegalStateException e) {
      // closed by now
    }
  }

  /** Sends more only when there is room here. */
  public boolean isReady() {
    return out.join().isReady();
  }

  /** Says something with any session and number. */
  public void say(long inSession, int withNumber, Message message) {
    Assembler.cut(
        new Envelope(inSession, withNumber, message),
        frame -> {
          try {
            out.join().onNext(frame);
          } catch (IllegalStateException e) {
            // closed by now
          }
        });
  }

  /** Says the next thing of the session. */
  public void say(Message message) {
    say(session, number++, message);
  }

  /** Asks to be let in, and says why it is not; null if it is. */
  public @Nullable String asks(String name, String token, Message.Role role) {
    hello(name, token, role, Message.OLDEST, Message.NEWEST);
    try {
      for (int i = 0; i < 1000; i++) {
        var answer = got.poll(10, TimeUnit.MILLISECONDS);
        if (answer != null) {
          return answer.message() instanceof Message.Refused refused ? refused.reason() : null;
        }
        if (closed.isDone() && got.isEmpty()) {
          return closed.join();
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("nothing is said");
  }

  private void hello(String name, String token, Message.Role role, int oldest, int newest) {
    say(
        0,
        0,
        new Message.Hello(
            oldest, newest, token, name, role, 1, name.hashCode(), DIALS.incrementAndGet()));
  }

  /** Says hello, and reads the answer. */
  public Message hello(String name, String token, int oldest, int newest) {
    hello(name, token, Message.Role.WORKER, oldest, newest);
    var answer = next();
    session = answer.session();
    return answer.message();
  }

  /** Opens a session as a good child would, but says that it holds these. */
  public long join(String name, io.strait.farm.message.IdSet holds) {
    hello(name, "", Message.OLDEST, Message.NEWEST);
    say(new Message.Holding(holds));
    return session;
  }

  /** The next thing it is told. */
  public Envelope next() {
    try {
      var next = got.poll(10, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing is said" + closed.getNow(", and it is open"));
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The next message of a kind. */
  public <M extends Message> M next(Class<M> kind) {
    while (true) {
      var message = next().message();
      if (kind.isInstance(message)) {
        return kind.cast(message);
      }
    }
  }

  /** Waits until it is thrown out, and says what it is told then. */
  public String thrownOut() {
    try {
      return closed.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException
        | java.util.concurrent.ExecutionException
        | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("it was not thrown out", e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}

package io.strait.farm.run;

import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.protocol.Worker;
import io.strait.farm.task.TaskRunner;
import io.strait.transport.emulate.HostPace;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A worker that computes for real. */
public final class WorkerNode implements AutoCloseable {
  private final Loop loop;
  private volatile UnaryOperator<String> tokens = given -> given;
  private final Worker worker;
  private final Threads threads;

  /**
   * @param token to join with; may be empty
   * @param parent connects to the parent, given the loop that is to hear of it
   * @param runners makes what computes tasks from the spec of a run
   * @param pace of the host that is emulated; null for as fast as can be
   */
  public WorkerNode(
      String name,
      String token,
      int cores,
      ProtocolSettings settings,
      FarmLog log,
      Function<Loop, NodeLink> parent,
      Function<byte[], TaskRunner> runners,
      @Nullable HostPace pace) {
    this.loop = new Loop(name);
    this.threads = new Threads(loop, cores, runners, pace);
    var host = new LiveHost(name, log, () -> parent.apply(loop), given -> tokens.apply(given));
    this.worker =
        new Worker(host, settings, hello(name, token, Message.Role.WORKER, cores), threads);
    threads.worker(worker);
  }

  static Message.Hello hello(String name, String token, Message.Role role, int cores) {
    long instance = new SecureRandom().nextLong();
    return new Message.Hello(Message.OLDEST, Message.NEWEST, token, name, role, cores, instance, 0);
  }

  /** Reads the token anew at every dial, for a file may have a newer one. */
  public void tokens(UnaryOperator<String> newest) {
    tokens = newest;
  }

  /** Begins to work; the future tells how it ended. */
  public CompletableFuture<NodeEnd> start() {
    return loop.startChild(
        worker,
        () -> {
          @Nullable String reason = worker.ended();
          return reason == null
              ? null
              : new NodeEnd(reason, worker.isRefused(), worker.completed());
        });
  }

  /** Nanoseconds of the longest task so far; 0 if none was done. */
  public long longestTaskNanos() {
    return threads.longestNanos();
  }

  /** Finishes what has begun, takes nothing more, and leaves. */
  public void drain() {
    loop.post(worker::drain);
  }

  @Override
  public void close() {
    threads.close();
    loop.close();
  }
}

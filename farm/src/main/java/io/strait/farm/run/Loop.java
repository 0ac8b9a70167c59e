package io.strait.farm.run;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.ProtocolNode;
import io.strait.farm.wire.Inbox;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a node: everything that happens around it is put into one queue, and one thread works that
 * off. After as much as there is, the node may speak.
 */
public final class Loop implements Inbox, AutoCloseable {
  /** Things dealt with before the node may speak. */
  private static final int BATCH = 2_000;

  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final Thread thread;
  private @Nullable ProtocolNode node;
  private @Nullable Runnable after;
  private volatile boolean stopped;
  private volatile @Nullable Throwable failure;

  public Loop(String name) {
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /**
   * Begins to drive a node.
   *
   * @param afterwards is run by the loop's thread whenever the node has spoken
   */
  public void start(ProtocolNode driven, Runnable afterwards) {
    node = driven;
    after = afterwards;
    thread.start();
  }

  /**
   * Begins to drive a gateway or a worker.
   *
   * @param ended tells how it ended; null while it works
   * @return completes when it has ended
   */
  CompletableFuture<NodeEnd> startChild(ProtocolNode driven, Supplier<@Nullable NodeEnd> ended) {
    var ending = new CompletableFuture<NodeEnd>();
    start(
        driven,
        () -> {
          @Nullable NodeEnd end = ended.get();
          if (end != null) {
            ending.complete(end);
          }
          @Nullable Throwable broken = failure;
          if (broken != null) {
            ending.completeExceptionally(broken);
          }
        });
    return ending;
  }

  /** Lets the loop's thread do something. */
  public void post(Runnable action) {
    queue.add(action);
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  private ProtocolNode node() {
    if (node == null) {
      throw new IllegalStateException("not started");
    }
    return node;
  }

  private void run() {
    var driven = node();
    var afterwards = after;
    try {
      while (!stopped) {
        for (int i = 0; i < BATCH; i++) {
          var next = queue.poll();
          if (next == null) {
            break;
          }
          next.run();
        }
        driven.flush();
        if (afterwards != null) {
          afterwards.run();
        }
        if (queue.isEmpty()) {
          sleep(driven.wake());
        }
      }
      forgetMessages();
    } catch (Throwable e) {
      failure = e;
      if (afterwards != null) {
        afterwards.run();
      }
    }
  }

  /** What nobody will read is not to stay in the buffers of the network. */
  private void forgetMessages() {
    for (var next = queue.poll(); next != null; next = queue.poll()) {
      if (next instanceof Arrival message) {
        message.handled.run();
      }
    }
  }

  private void sleep(long until) {
    asleep.set(true);
    long time = until == Long.MAX_VALUE ? 1_000_000_000L : until - System.nanoTime();
    if (queue.isEmpty() && time > 0 && !stopped) {
      LockSupport.parkNanos(this, Math.min(time, 1_000_000_000L));
    }
    asleep.set(false);
  }

  /** What ended the loop unexpectedly; null if nothing did. */
  public @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public void accepted(NodeLink link) {
    post(() -> node().accepted(link));
  }

  @Override
  public void connected(NodeLink link) {
    post(() -> node().connected(link));
  }

  @Override
  public void received(NodeLink link, Envelope envelope, Runnable handled) {
    post(new Arrival(this, link, envelope, handled));
  }

  /** A message that waits. */
  private record Arrival(Loop loop, NodeLink link, Envelope envelope, Runnable handled)
      implements Runnable {
    @Override
    public void run() {
      loop.node().received(link, envelope);
      handled.run();
    }
  }

  @Override
  public void ready(NodeLink link) {
    post(() -> {}); // the node sends what has gathered
  }

  @Override
  public void closed(NodeLink link, String why) {
    post(() -> node().closed(link, why));
  }

  /** Ends the loop and waits for it, unless it is the loop's thread that asks. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
    if (!Thread.currentThread().equals(thread)) {
      try {
        thread.join(5_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

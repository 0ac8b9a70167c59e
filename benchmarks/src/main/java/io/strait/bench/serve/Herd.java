package io.strait.bench.serve;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Host;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.protocol.Worker;
import io.strait.farm.wire.Inbox;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a cluster, all in one thread. Each speaks the protocol to its gateway as others
 * do; its tasks return their number after a pause in which it would compute.
 */
final class Herd implements Runnable {
  private static final int BATCH = 2_000;
  private static final long LOOK_NANOS = 20_000_000;

  /** Workers are of so many speeds, so that they are not equally busy. */
  private static final int SPEEDS = 16;

  private static final long STEP_NANOS = 8_000_000;

  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final List<Member> members = new ArrayList<>();

  Herd(String cluster, int workers, Inbox gateway) {
    for (int i = 1; i <= workers; i++) {
      members.add(new Member(cluster + "-" + i, i % SPEEDS * STEP_NANOS, gateway));
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        @Nullable Runnable next = queue.poll(LOOK_NANOS, TimeUnit.NANOSECONDS);
        for (int i = 0; next != null && i < BATCH; i++) {
          next.run();
          next = queue.poll();
        }
        if (next != null) {
          next.run();
        }
        long now = System.nanoTime();
        for (var member : members) {
          member.look(now);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Task(int id, byte[] input) {}

  /** A worker and the world as it sees it. */
  private final class Member implements Host, Worker.Computer {
    private final long pause;
    private final Inbox gateway;
    private final Deque<Task> tasks = new ArrayDeque<>();
    private final Worker worker;
    private boolean isTouched = true;
    private long begun;
    private long wake;

    Member(String name, long pause, Inbox gateway) {
      this.pause = pause;
      this.gateway = gateway;
      this.worker =
          new Worker(
              this,
              ProtocolSettings.DEFAULT,
              new Message.Hello(
                  Message.OLDEST,
                  Message.NEWEST,
                  "",
                  name,
                  Message.Role.WORKER,
                  1,
                  ThreadLocalRandom.current().nextLong(),
                  0),
              this);
    }

    private void post(Runnable action) {
      queue.add(
          () -> {
            isTouched = true;
            action.run();
          });
    }

    /** Does what is due. */
    void look(long now) {
      compute(now);
      if (isTouched || wake <= now) {
        isTouched = false;
        worker.flush();
        wake = worker.wake();
      }
    }

    /** Ends the tasks whose time has come. */
    private void compute(long now) {
      while (!tasks.isEmpty() && now - begun >= pause) {
        var task = tasks.removeFirst();
        var result =
            ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(ByteBuffer.wrap(task.input).getInt());
        begun += pause;
        worker.computed(task.id, result.array(), Math.min(begun, now), pause);
        isTouched = true;
      }
    }

    @Override
    public long now() {
      return System.nanoTime();
    }

    @Override
    public long random() {
      return ThreadLocalRandom.current().nextLong();
    }

    @Override
    public NodeLink dial() {
      var here = new Child();
      var there = new Parent();
      here.other = there;
      there.other = here;
      gateway.accepted(there);
      post(() -> worker.connected(here));
      return here;
    }

    @Override
    public void note(Level level, String event) {}

    @Override
    public @Nullable String prepare(byte[] spec) {
      return null;
    }

    @Override
    public void submit(int task, int attempt, byte[] input) {
      if (tasks.isEmpty()) {
        begun = System.nanoTime();
      }
      tasks.addLast(new Task(task, input));
    }

    @Override
    public boolean withdraw(int task) {
      // The first has begun.
      return tasks.size() > 1 && tasks.peekFirst().id != task && tasks.removeIf(t -> t.id == task);
    }

    @Override
    public void abandon(int task) {
      tasks.removeIf(t -> t.id == task);
    }

    /** The end of a link that the worker holds. */
    private final class Child implements NodeLink {
      private @Nullable Parent other;
      private volatile boolean isOpen = true;

      @Override
      public void send(Envelope envelope) {
        if (isOpen && other != null) {
          gateway.received(other, envelope, () -> {});
        }
      }

      @Override
      public boolean ready() {
        return true;
      }

      @Override
      public void close() {
        if (isOpen && other != null) {
          isOpen = false;
          gateway.closed(other, "");
        }
      }
    }

    /** The end of a link that the gateway holds. */
    private final class Parent implements NodeLink {
      private @Nullable Child other;
      private volatile boolean isOpen = true;

      @Override
      public void send(Envelope envelope) {
        var to = other;
        if (isOpen && to != null) {
          post(
              () -> {
                if (to.isOpen) {
                  worker.received(to, envelope);
                }
              });
        }
      }

      @Override
      public boolean ready() {
        return true;
      }

      @Override
      public void close() {
        var to = other;
        if (isOpen && to != null) {
          isOpen = false;
          post(
              () -> {
                if (to.isOpen) {
                  to.isOpen = false;
                  worker.closed(to, "");
                }
              });
        }
      }
    }
  }
}

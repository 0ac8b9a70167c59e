package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.Part;
import io.strait.farm.message.TraceBuilder;
import io.strait.farm.pace.AskingAhead;
import io.strait.farm.pace.Throughput;
import io.strait.farm.protocol.Host.Level;
import io.strait.model.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.jspecify.annotations.Nullable;

/** A worker: computes tasks and keeps each result until its parent has it. */
public final class Worker implements ProtocolNode, Uplink.Owner {
  /** Computes tasks, several at a time. */
  public interface Computer {
    /**
     * All that is to be known of the run. Called before the first task, and once only.
     *
     * @return why this worker cannot compute its tasks; null if it can
     */
    @Nullable String prepare(byte[] spec);

    /** Computes a task when its turn comes; {@link Worker#computed} or {@code failed} follows. */
    void submit(int task, int attempt, byte[] input);

    /** Takes back a task that has not begun; says whether that was so. */
    boolean withdraw(int task);

    /** Gives a task up, begun or not. What it yields is ignored. */
    void abandon(int task);
  }

  /** Bytes of results that are kept before no more are computed. */
  private static final long MOST_KEPT = 64 << 20;

  /** A task that waits until results have gone. */
  private record Held(int task, int attempt, byte[] input) {}

  private final Host host;

  /** Whose warnings stay here: of what failed the parent is told anyway. */
  private final Host here;

  private final int cores;
  private final Computer computer;
  private final Uplink uplink;
  private final Throughput throughput;
  private final IntHashSet inside = new IntHashSet();
  private final Int2IntHashMap attempts = new Int2IntHashMap(0);
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private @Nullable String run;
  private int mostResult;
  private boolean draining;
  private @Nullable String ended;
  private boolean refused;
  private int completed;
  private final TraceBuilder nextTrace = new TraceBuilder();
  private final Running running;
  private final String name;
  private long traced;

  public Worker(Host host, ProtocolSettings settings, Message.Hello hello, Computer computer) {
    this.here = host;
    this.name = hello.name();
    this.traced = host.now();
    this.cores = hello.cores();
    this.running = new Running(hello.cores());
    this.computer = computer;
    this.throughput = new Throughput(host.now());
    this.uplink = new Uplink(host, settings, hello, this);
    this.host = new TellingHost(host, uplink.notices());
  }

  /** Why there will be nothing to do any more; null while there may be. */
  public @Nullable String ended() {
    return ended;
  }

  /** Whether it ended because the parent would not have it. */
  public boolean isRefused() {
    return refused;
  }

  /** Tasks computed so far. */
  public int completed() {
    return completed;
  }

  /** Takes no tasks any more, and leaves when those that have begun are delivered. */
  public void drain() {
    draining = true;
    var back = new IntArrayList();
    inside.forEachInt(
        task -> {
          if (withdraw(task)) {
            back.add(task);
          }
        });
    back.forEachInt(inside::remove);
    back.forEachInt(attempts::remove);
    uplink.giveBack(IdSet.of(back.toIntArray(), back.size()));
  }

  private boolean withdraw(int task) {
    if (held.removeIf(h -> h.task == task)) {
      return true;
    }
    boolean here = computer.withdraw(task);
    if (here) {
      running.over(task, 0, host.now());
    }
    return here;
  }

  private void abandon(int task) {
    if (!held.removeIf(h -> h.task == task)) {
      computer.abandon(task);
      running.over(task, 0, host.now());
    }
  }

  /**
   * A task was computed.
   *
   * @param done when, by the host's clock
   * @param took nanoseconds
   */
  public void computed(int task, byte[] result, long done, long took) {
    if (!inside.remove(task)) {
      return;
    }
    nextTrace.add(task, done, took, false);
    running.over(task, took, host.now());
    completed++;
    throughput.add(1);
    if (result.length > mostResult) {
      fail(task, "a result of %d bytes, expected at most %d".formatted(result.length, mostResult));
      return;
    }
    attempts.remove(task);
    uplink.outbox().add(new OutPart(Part.Kind.VALUE, IdSet.of(task), result));
  }

  /** A task failed. */
  public void failed(int task, String why, long done, long took) {
    if (inside.remove(task)) {
      nextTrace.add(task, done, took, true);
      running.over(task, took, host.now());
      fail(task, why);
    }
  }

  private void fail(int task, String why) {
    here.note(Level.WARNING, "task %d failed: %s".formatted(task, Printable.firstLine(why)));
    // What a task printed before it failed may be more than the parent takes.
    var text = why.getBytes(StandardCharsets.UTF_8);
    var payload = new byte[1 + Math.min(text.length, Math.max(0, mostResult - 1))];
    payload[0] = (byte) attempts.remove(task);
    System.arraycopy(text, 0, payload, 1, payload.length - 1);
    uplink.outbox().add(new OutPart(Part.Kind.FAILED, IdSet.of(task), payload));
  }

  @Override
  public void connected(NodeLink link) {
    uplink.connected(link);
  }

  @Override
  public void received(NodeLink link, Envelope envelope) {
    if (uplink.owns(link)) {
      uplink.received(envelope);
    }
  }

  @Override
  public void closed(NodeLink link, String why) {
    uplink.closed(link, why);
  }

  @Override
  public void flush() {
    long now = host.now();
    throughput.update(now);
    if (now - traced >= traceEvery()) {
      tell(now);
    }
    if (draining && inside.isEmpty() && uplink.outbox().isEmpty() && ended == null) {
      tell(now);
      uplink.leave("drained");
    }
    uplink.flush();
  }

  /** Lets the parent know what was done. */
  private void tell(long now) {
    if (!nextTrace.isEmpty()) {
      traced = now;
      uplink.traces().add(name, nextTrace, now);
    }
  }

  /** A worker without work may have done the last task of the run: nobody will ask later. */
  private long traceEvery() {
    return !inside.isEmpty()
        ? TraceBuilder.EVERY
        : running.usual() >= TraceBuilder.EVERY / 16 ? 0 : TraceBuilder.EVERY / 16;
  }

  @Override
  public long wake() {
    long wake = Math.min(uplink.wake(), running.wake(uplink.roundTrip().usual(), host.now()));
    return nextTrace.isEmpty() ? wake : Math.min(wake, traced + TraceBuilder.EVERY);
  }

  @Override
  public void welcomed(Message.Welcome welcome) {
    mostResult = welcome.mostResultBytes();
    if (run == null) {
      run = welcome.run();
      @Nullable String trouble = computer.prepare(welcome.spec());
      if (trouble != null) {
        refused = true;
        host.note(Level.WARNING, trouble);
        uplink.leave(trouble);
        refused = true;
      }
    } else if (!run.equals(welcome.run())) {
      uplink.leave("the parent runs something else");
    }
  }

  @Override
  public IdSet holding() {
    var ids = new IntArrayList();
    inside.forEachInt(ids::addInt);
    uplink.outbox().forEachTask(ids::addInt);
    return IdSet.of(ids.toIntArray(), ids.size());
  }

  @Override
  public void tasksCame(Message.Tasks tasks) {
    for (int i = 0; i < tasks.ids().length; i++) {
      int task = tasks.ids()[i];
      if (draining) {
        uplink.giveBack(IdSet.of(task));
      } else if (inside.add(task)) {
        attempts.put(task, tasks.attempts()[i]);
        held.add(new Held(task, tasks.attempts()[i], tasks.inputs()[i]));
      }
    }
    submit();
  }

  /** Lets tasks be computed, unless there are too many results already. */
  private void submit() {
    while (!held.isEmpty() && uplink.outbox().keptBytes() < MOST_KEPT) {
      var next = held.removeFirst();
      running.submitted(next.task, host.now());
      computer.submit(next.task, next.attempt, next.input);
    }
  }

  @Override
  public void cancelled(IdSet tasks) {
    var dropped =
        tasks.filter(
            task -> {
              boolean here = inside.remove(task);
              attempts.remove(task);
              if (here) {
                abandon(task);
              }
              return here;
            });
    uplink.giveBack(dropped);
  }

  @Override
  public void stored(OutPart part) {
    submit();
  }

  @Override
  public void rejected(OutPart part, IdSet already) {}

  @Override
  public int target() {
    if (draining || !held.isEmpty()) {
      return 0;
    }
    double roundTrip = uplink.roundTrip().usual();
    int ahead = AskingAhead.tasks(throughput.rate(), cores, roundTrip);
    return cores + Math.max(ahead, running.due(roundTrip, host.now()));
  }

  @Override
  public int inside() {
    return inside.size();
  }

  @Override
  public void dismissed(String reason) {
    tell(host.now());
    uplink.goHome(reason);
  }

  @Override
  public void ended(String reason, boolean wasRefused) {
    ended = reason;
    refused |= wasRefused;
  }
}

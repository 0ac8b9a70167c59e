package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.simulate.GatewayPolicy;
import io.strait.farm.simulate.HeldBack;
import io.strait.farm.simulate.TaskPool;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Hands the tasks of a gateway to its children: {@link GatewayPolicy} says who gets the next one,
 * {@link SlowWorkers} who had better get none.
 */
final class Handout implements HeldBack {
  private final Host host;
  private final Children children;
  private final HeldTasks tasks;
  private final SlowWorkers slow;
  private final IntPredicate tooSlow = this::isTooSlow;
  private GatewayPolicy policy = new GatewayPolicy(1);

  Handout(Host host, Children children, HeldTasks tasks) {
    this.host = host;
    this.children = children;
    this.tasks = tasks;
    this.slow = new SlowWorkers(children);
  }

  /** A run begins in which so many results are added up at a time. */
  void begin(int aggregate) {
    policy = new GatewayPolicy(aggregate);
  }

  GatewayPolicy policy() {
    return policy;
  }

  /** The parent has told how long workers take. */
  void told(Message.Paces paces) {
    slow.told(paces);
  }

  /** The parent has told how long there is work: workers that were too slow may not be now. */
  void told(int left) {
    slow.told(left, host.now());
    for (int i = policy.slowWorkers(); i > 0; i--) {
      @Nullable Child child = asking(policy.firstSlow());
      if (child != null) {
        wants(child, 1);
      }
    }
  }

  /** Lets slow workers compute where nobody else has for a while. */
  void flush(long now) {
    if (slow.areNeeded(policy.isStuck(), 2 * ProtocolSettings.ATTENTION, now)) {
      policy.revive(this);
    }
  }

  /** A child can take so many tasks more. */
  void wants(Child child, int count) {
    for (int i = 0; i < count && !child.isOff; i++) {
      handOut(child, slow.contains(child, host.now()));
    }
  }

  /** Asks for a child again with which the policy was waiting for a result of its own. */
  void resultCame(Child child) {
    wants(child, Math.min(child.credits, policy.release(child.slot)));
  }

  /** A task came. */
  void came(int task) {
    handOut(task, policy.taskCame(task, tooSlow));
  }

  /** A child lost a task. */
  void lost(int task) {
    handOut(task, policy.taskLost(task, tooSlow));
  }

  /** Tasks that nobody computes, in the order of their numbers. */
  int[] waiting() {
    var waiting = new IntArrayList();
    tasks.forEach(
        task -> {
          if (isWaiting(task)) {
            waiting.addInt(task);
          }
        });
    var ids = waiting.toIntArray();
    Arrays.sort(ids);
    return ids;
  }

  /** How many of the tasks that wait will be computed before the run is over. */
  int inTime(long now) {
    return slow.inTime(now);
  }

  /** Whether a task is here and nobody computes it. */
  boolean isWaiting(int task) {
    return tasks.isNeeded(task) && !children.isHeld(task);
  }

  /** Whether a worker that waits for a task had better go on waiting. */
  private boolean isTooSlow(int slot) {
    @Nullable Child child = asking(slot);
    return child != null && slow.contains(child, host.now());
  }

  private @Nullable Child asking(int slot) {
    @Nullable Child child = children.at(slot);
    return child != null && child.credits > 0 && !child.isOff ? child : null;
  }

  /** Hands a task to a worker that asked for it, if there is one. */
  private void handOut(Child child, boolean isSlow) {
    int task = policy.workerIsFree(child.slot, isSlow);
    while (task != TaskPool.NONE && !isWaiting(task)) {
      policy.wasGone();
      task = policy.workerIsFree(child.slot, isSlow);
    }
    if (task != TaskPool.NONE) {
      give(child, task);
    }
  }

  private void handOut(int task, int first) {
    int slot = first;
    while (slot != TaskPool.NONE) {
      @Nullable Child child = asking(slot);
      if (child != null) {
        give(child, task);
        return;
      }
      slot = policy.taskLost(task, tooSlow);
    }
  }

  private void give(Child child, int task) {
    byte @Nullable [] input = tasks.input(task);
    if (input != null) {
      children.give(child, task, tasks.attempt(task), input);
    }
  }

  @Override
  public double seconds(int slot) {
    @Nullable Child child = asking(slot);
    return child == null ? Double.POSITIVE_INFINITY : slow.seconds(child, host.now());
  }

  @Override
  public void give(int slot) {
    @Nullable Child child = asking(slot);
    if (child != null) {
      handOut(child, false);
    }
  }
}

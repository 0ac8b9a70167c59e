package io.strait.farm.simulate;

import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * The tasks of a farm as its master sees them: which one is next, and who waits for one. Children
 * are numbers whose meaning is the caller's. A pure state machine: every step is O(1).
 */
public final class TaskPool {
  /** No task. */
  public static final int NONE = -1;

  /**
   * A child is on average in the middle of a task: so many times what it takes for one, it takes
   * for that and the next.
   */
  static final double LAST = 1.5;

  /** So many times what is left should take, nothing may come before others compute it. */
  private static final double LATE = 2;

  private final int tasks;
  private Expectation expected;
  private int fresh;
  private int out;
  private int done;
  private final IntRing again = new IntRing();

  /** Tasks that somebody out of reach may be computing; they are handed out last. */
  private final IntRing doubtful = new IntRing();

  private final IntRing waiting = new IntRing();

  /** Tasks that still lie here, but are being computed or done. */
  private final BitSet found = new BitSet();

  private int foundCount;

  /** A pool that gives a task to every child that asks. */
  public TaskPool(int tasks) {
    this(tasks, Expectation.NONE);
  }

  /**
   * A pool that holds back near the end.
   *
   * @param expected what the farm does; nothing is held back where nobody knows
   */
  public TaskPool(int tasks, Expectation expected) {
    this.tasks = tasks;
    this.expected = expected;
  }

  /** The next task for a child that asks and of whom nothing is known. */
  public int next(int child) {
    return next(child, 0, Double.POSITIVE_INFINITY, 0);
  }

  /**
   * The next task for a child that asks; where there is none, {@link #NONE}, and the child waits.
   * Near the end a child whose result would come later than all together take for everything that
   * is left gets none either: the run would only wait for it, unless nobody else is at work.
   *
   * @param latency of the child, see {@link Delivery}
   * @param rate of the child
   * @param held tasks that it has
   */
  public int next(int child, double latency, double rate, int held) {
    int task = again(latency, rate, held);
    if (task == NONE) {
      waiting.add(child);
    }
    return task;
  }

  /**
   * A task for a child that waits for one and whose result has come: it was held back with what it
   * had before. As {@link #next(int, double, double, int)}, but it waits already.
   */
  public int again(double latency, double rate, int held) {
    boolean isAtWork = out > 0 || fresh == 0;
    return left() == 0 || (isAtWork && isLate(latency, rate, held)) ? NONE : take();
  }

  /** Other children are there than before. */
  public void expect(Expectation others) {
    expected = others;
  }

  /**
   * Seconds until everything is done; infinite if nobody knows. What children have beyond what they
   * are at work on waits as well.
   */
  public double timeLeft() {
    return expected.seconds(left() + Math.max(0, out - expected.inWork()));
  }

  /** Tasks that are not handed out. */
  public int left() {
    return again.size() + doubtful.size() + tasks - fresh - foundCount;
  }

  /** Whether all tasks are handed out. */
  public boolean isEmpty() {
    return left() == 0;
  }

  /** The next task, for any child. There must be one. */
  public int take() {
    out++;
    int task = takeAny();
    while (foundCount > 0 && found.get(task)) {
      forget(task);
      task = takeAny();
    }
    return task;
  }

  private int takeAny() {
    if (!again.isEmpty()) {
      return again.take();
    }
    return fresh < tasks ? fresh++ : doubtful.take();
  }

  private void forget(int task) {
    found.clear(task);
    foundCount--;
  }

  /**
   * A task that lies in the pool turns out to be in somebody's hands, who was thought to be gone,
   * or to be done already, if {@link #finished} follows.
   */
  public void found(int task) {
    found.set(task);
    foundCount++;
    out++;
  }

  /** A child waits for nothing any more. */
  void leaves(int child) {
    for (int i = waiting.size(); i > 0; i--) {
      int other = waiting.take();
      if (other != child) {
        waiting.add(other);
      }
    }
  }

  /** Whether nobody computes anything although there are tasks, and children that wait. */
  public boolean isStuck() {
    return out == 0 && left() > 0 && !waiting.isEmpty();
  }

  /**
   * Whether those who compute are so late that others had better not wait for them.
   *
   * @param since seconds since a result came
   */
  public boolean isOverdue(double since) {
    return left() > 0 && !waiting.isEmpty() && since > LATE * timeLeft();
  }

  /** Hands tasks to children that were held back, if nobody computes anything. */
  public void revive(HeldBack children) {
    if (isStuck()) {
      goOn(children);
    }
  }

  /** Hands tasks to children that were held back. */
  public void goOn(HeldBack children) {
    revive(waiting, children, () -> left() > 0);
  }

  /**
   * Hands tasks to those who wait and are the fastest, or not much slower.
   *
   * @param waiting all of them; those who go on waiting stay
   */
  static void revive(IntRing waiting, HeldBack children, BooleanSupplier isAnyLeft) {
    double fastest = Double.POSITIVE_INFINITY;
    for (int i = waiting.size(); i > 0; i--) {
      int child = waiting.take();
      double seconds = children.seconds(child);
      if (seconds < Double.POSITIVE_INFINITY) {
        fastest = Math.min(fastest, seconds);
        waiting.add(child);
      }
    }
    for (int i = waiting.size(); i > 0 && !waiting.isEmpty() && isAnyLeft.getAsBoolean(); i--) {
      int child = waiting.take();
      if (children.seconds(child) <= LAST * fastest) {
        children.give(child);
      } else {
        waiting.add(child);
      }
    }
  }

  /**
   * A task came back without a result.
   *
   * @param isLate whether the run would only wait for a child
   * @return the child that waits for one and is to get it, or {@link #NONE}: then the next one who
   *     asks gets it. If the child has got a task since, this is to be asked again
   */
  public int lost(int task, IntPredicate isLate) {
    return lost(task, again, isLate);
  }

  /** Whether the result of a child would come later than all together take for what is left. */
  public boolean isLate(double latency, double rate, int held) {
    return Delivery.seconds(latency, rate, held) > timeLeft();
  }

  /**
   * A task is with somebody out of reach, who may be computing it. It is handed out after all
   * others, for its result may come yet.
   *
   * @return as {@link #lost(int, IntPredicate)}
   */
  public int outOfReach(int task) {
    return lost(task, doubtful, child -> false);
  }

  private int lost(int task, IntRing kept, IntPredicate isLate) {
    for (int i = waiting.size(); i > 0; i--) {
      int child = waiting.take();
      if (!isLate.test(child)) {
        return child;
      }
      waiting.add(child);
    }
    out--;
    if (foundCount > 0 && found.get(task)) {
      forget(task); // it never left
    } else {
      kept.add(task);
    }
    return NONE;
  }

  /** Results of so many tasks are safe; says whether those were the last. */
  public boolean finished(int count) {
    done += count;
    out -= count;
    if (done > tasks) {
      throw new IllegalStateException("more results than tasks: some were counted twice");
    }
    return done == tasks;
  }

  public int done() {
    return done;
  }
}

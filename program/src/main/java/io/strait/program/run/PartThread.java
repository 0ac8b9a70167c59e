package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.program.file.Calculation;
import io.strait.program.file.Pace;
import io.strait.program.run.Wiring.PartAt;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One part of a calculation at work: unit after unit. */
final class PartThread {
  private final RankEngine engine;
  private final PartAt part;
  private final Calculation calculation;
  private final Code code;
  private final Pace pace;
  private final Ports ports;
  private final boolean isStream;
  private final boolean isFirst;
  private final boolean isLast;
  private final AtomicLong done = new AtomicLong();
  private final Instants.Notes begins = new Instants.Notes();
  private final Instants.Notes ends = new Instants.Notes();

  /** When its last unit ended, on an emulated grid by the emulated host. */
  private long ended;

  private volatile boolean started;
  private volatile long codeBegan;
  private long busy;
  private long late;
  private long cpu;
  private long sent;

  PartThread(RankEngine engine, PartAt part, Code code) {
    this.engine = engine;
    this.part = part;
    this.code = code;
    var wiring = engine.wiring();
    this.calculation = wiring.flow().app().calculations().get(part.calculation());
    this.pace = wiring.pace(part);
    this.ports = new Ports(engine, part);
    this.isStream = engine.isStream(part);
    this.isLast = wiring.isLast(part);
    this.isFirst = wiring.isFirst(part);
  }

  PartAt part() {
    return part;
  }

  boolean isLast() {
    return isLast;
  }

  boolean isDue() {
    return pace == Pace.DUE;
  }

  /** How many units it has done; any thread may ask. */
  long done() {
    return done.get();
  }

  String name() {
    return engine.wiring().name(part);
  }

  /** Nanoseconds that a unit takes by the plan, alone. */
  long expectedNanos() {
    return engine.nanos(part.work().seconds());
  }

  /**
   * For how long its code has been at one unit; 0 if it is not, or if it may be waiting for input;
   * any thread may ask.
   */
  long silentNanos() {
    long began = codeBegan;
    return began == 0 || (isStream && !isFirst) ? 0 : System.nanoTime() - began;
  }

  void run() throws InterruptedException {
    started = true;
    ended = System.nanoTime();
    try (code) {
      switch (pace) {
        case DUE -> lead();
        case LOOSE -> follow();
        case TIMED -> repeat();
      }
    } catch (IOException e) {
      throw new RunFailure(
          "%s failed at its end: %s".formatted(engine.wiring().name(part), Words.of(e)), e);
    }
  }

  /** Ends what an interrupt does not end. */
  void abort() {
    code.abort();
  }

  /** Gives up code that was never run. */
  void abandon() {
    if (!started) {
      code.abort();
      try {
        code.close();
      } catch (IOException e) {
        // It has done nothing that could be lost.
      }
    }
  }

  /**
   * All units, as data come and room is there. What works once in several units lets the others
   * pass: it takes their data and leaves them out, and what it sends for them is empty.
   */
  private void lead() throws InterruptedException {
    int units = engine.wiring().flow().app().units();
    for (long unit = 0; unit < units; unit++) {
      long ready = isFirst ? engine.awaitTurn(unit) : Long.MIN_VALUE;
      for (var channel : ports.outputs()) {
        if (!engine.isLate(channel)) {
          ready = Math.max(ready, engine.awaitRoom(channel, unit));
        }
      }
      unit(unit, unit % calculation.every().units() == 0, ready);
      if (isLast) {
        engine.tellEnded(unit, ended);
      }
    }
  }

  /** What nobody waits for, until all that is due is done. */
  private void follow() throws InterruptedException {
    long next = 0;
    while (true) {
      long unit = engine.awaitUnit(ports.inputs(), ports.outputs(), next);
      if (unit == Followers.OVER) {
        return;
      }
      unit(unit, true, System.nanoTime());
      next = unit + calculation.every().units();
    }
  }

  /** By the clock, until all that is due is done. */
  private void repeat() throws InterruptedException {
    long period = engine.nanos(calculation.every().seconds());
    long due = System.nanoTime();
    for (long count = 0; engine.awaitClock(due); count++) {
      unit(count, true, due);
      due = Math.max(due, System.nanoTime() - Ports.PATIENCE) + period;
    }
  }

  /**
   * Does a unit.
   *
   * @param ready when it could begin, had it all input and done the unit before
   */
  private void unit(long number, boolean works, long ready) throws InterruptedException {
    long from = Math.max(ended, ready);
    ended = isStream ? stream(number, works, from) : whole(number, works, from);
    long now = System.nanoTime();
    if (isLast) {
      ends.add(now);
    }
    if (engine.isEmulated()) {
      late = Math.max(0, now - ended);
    }
    done.incrementAndGet();
    for (var channel : ports.inputs()) {
      engine.tellUsed(channel, number + 1, ended);
    }
  }

  /**
   * Notes that a unit begins, and returns when it does here.
   *
   * @param could when it could on an emulated host: a thread that wakes up late hides nothing
   */
  private long begin(long could) {
    long now = System.nanoTime();
    if (isFirst) {
      begins.add(engine.isEmulated() ? could : now);
    }
    return now;
  }

  /** Waits for all input, does a unit, and then sends its output; returns when it was done. */
  private long whole(long number, boolean works, long ready) throws InterruptedException {
    var unit = new WholeUnit(engine, ports, number);
    long from = Math.max(ready, unit.takeInputs());
    from = Math.max(from, engine.enter(part));
    long began = begin(from);
    long end = from;
    try {
      if (works) {
        long cpuBefore = cpuNanos();
        var work = engine.begin(part.work(), from);
        run(unit);
        long took = System.nanoTime() - began;
        end = engine.finish(work);
        busy += Math.max(took, engine.isEmulated() ? end - from : 0);
        cpu += cpuNanos() - cpuBefore;
      }
    } finally {
      engine.leave(part, end);
    }
    sent += unit.flush(works, end);
    return end;
  }

  /** Does a unit while its input comes and its output goes; returns when it was done. */
  private long stream(long number, boolean works, long ready) throws InterruptedException {
    boolean isPaced = works && engine.isEmulated();
    var unit = new StreamUnit(engine, ports, number, isPaced);
    unit.awaitFirst();
    long began = begin(ready);
    long end = ready;
    if (works) {
      long cpuBefore = cpuNanos();
      try (@Nullable StreamPace pace = isPaced ? new StreamPace(engine, part, unit, ready) : null) {
        run(unit);
        if (pace != null) {
          pace.await();
          busy += pace.busy();
          end = pace.ended();
        }
      }
      cpu += cpuNanos() - cpuBefore;
    }
    unit.drain();
    if (!isPaced) {
      end = Math.max(end, unit.came());
    }
    sent += unit.end(works, end);
    if (!engine.isEmulated()) {
      busy += System.nanoTime() - began;
    }
    return end;
  }

  private void run(Program.Unit unit) throws InterruptedException {
    codeBegan = System.nanoTime() | 1; // never 0
    try {
      code.run(unit);
    } catch (InterruptedException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw RunFailure.outOfMemory(failed(unit, e), e);
    } catch (Exception | Error e) {
      throw new RunFailure(failed(unit, e), e);
    } finally {
      codeBegan = 0;
    }
  }

  private String failed(Program.Unit unit, Throwable why) {
    return "%s failed in unit %d: %s"
        .formatted(engine.wiring().name(part), unit.number(), Words.of(why));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  RankFigures.PartFigures figures() {
    return new RankFigures.PartFigures(
        part.number(), done.get(), busy, late, cpu, sent, begins.instants(), ends.instants());
  }
}

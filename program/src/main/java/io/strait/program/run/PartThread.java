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
      if (isFirst) {
        engine.awaitTurn(unit);
      }
      for (var channel : ports.outputs()) {
        if (!engine.isLate(channel)) {
          engine.awaitRoom(channel, unit);
        }
      }
      unit(unit, unit % calculation.every().units() == 0);
      if (isLast) {
        engine.tellEnded(unit);
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
      unit(unit, true);
      next = unit + calculation.every().units();
    }
  }

  /** By the clock, until all that is due is done. */
  private void repeat() throws InterruptedException {
    long period = engine.nanos(calculation.every().seconds());
    long due = System.nanoTime();
    for (long count = 0; engine.awaitClock(due); count++) {
      unit(count, true);
      due = Math.max(due, System.nanoTime() - Ports.PATIENCE) + period;
    }
  }

  private void unit(long number, boolean works) throws InterruptedException {
    long began = isStream ? stream(number, works) : whole(number, works);
    long ended = System.nanoTime();
    busy += ended - began;
    if (isFirst) {
      begins.add(began);
    }
    if (isLast) {
      ends.add(ended);
    }
    done.incrementAndGet();
    for (var channel : ports.inputs()) {
      engine.tellUsed(channel, number + 1);
    }
  }

  /** Waits for all input, does a unit, and then sends its output; returns when it began. */
  private long whole(long number, boolean works) throws InterruptedException {
    var unit = new WholeUnit(engine, ports, number);
    unit.takeInputs();
    engine.enter(part);
    long began = System.nanoTime();
    try {
      if (works) {
        long cpuBefore = cpuNanos();
        var work = engine.begin(part.work());
        run(unit);
        late += engine.finish(work);
        cpu += cpuNanos() - cpuBefore;
      }
    } finally {
      engine.leave(part);
    }
    sent += unit.flush(works);
    return began;
  }

  /** Does a unit while its input comes and its output goes; returns when it began. */
  private long stream(long number, boolean works) throws InterruptedException {
    boolean isPaced = works && engine.isEmulated();
    var unit = new StreamUnit(engine, ports, number, isPaced);
    unit.awaitFirst();
    long began = System.nanoTime();
    if (works) {
      long cpuBefore = cpuNanos();
      try (@Nullable StreamPace pace = isPaced ? new StreamPace(engine, part, unit) : null) {
        run(unit);
        if (pace != null) {
          pace.await();
          late += pace.late();
          busy -= pace.waited();
        }
      }
      cpu += cpuNanos() - cpuBefore;
    }
    sent += unit.end(works);
    return began;
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

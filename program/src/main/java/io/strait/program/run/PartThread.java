package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.program.file.Calculation;
import io.strait.program.file.Every;
import io.strait.program.file.Pace;
import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One part of a calculation at work: unit after unit. */
final class PartThread {
  /** What follows the clock does not make up for more than this, in nanoseconds. */
  private static final long PATIENCE = 50_000_000;

  private final RankEngine engine;
  private final PartAt part;
  private final Calculation calculation;
  private final Code code;
  private final Pace pace;
  private final List<Channel> inputs = new ArrayList<>();
  private final List<Channel> outputs = new ArrayList<>();
  private final boolean isFirst;
  private final boolean isLast;
  private final AtomicLong done = new AtomicLong();
  private final Instants.Notes begins = new Instants.Notes();
  private final Instants.Notes ends = new Instants.Notes();

  /** When data that follow the clock go out again, for each output. */
  private final long[] nextTime;

  /** The first unit with which data that nobody waits for go out again, for each output. */
  private final long[] nextUnit;

  private volatile boolean started;
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
    for (var channel : wiring.channels()) {
      if (channel.to().equals(part)) {
        inputs.add(channel);
      }
      if (channel.from().equals(part)) {
        outputs.add(channel);
      }
    }
    this.nextTime = new long[outputs.size()];
    Arrays.fill(nextTime, System.nanoTime());
    this.nextUnit = new long[outputs.size()];
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
      for (var channel : outputs) {
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
      long unit = engine.awaitUnit(inputs, outputs, next);
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
      due = Math.max(due, System.nanoTime() - PATIENCE) + period;
    }
  }

  private void unit(long number, boolean works) throws InterruptedException {
    var unit = new WorkUnit(number);
    unit.takeInputs();
    engine.enter();
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
      engine.leave();
    }
    unit.flush(works);
    long ended = System.nanoTime();
    busy += ended - began;
    if (isFirst) {
      begins.add(began);
    }
    if (isLast) {
      ends.add(ended);
    }
    done.incrementAndGet();
    for (var channel : inputs) {
      engine.tellUsed(channel, number + 1);
    }
  }

  private void run(WorkUnit unit) throws InterruptedException {
    try {
      code.run(unit);
    } catch (InterruptedException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw RunFailure.outOfMemory(failed(unit, e), e);
    } catch (Exception | Error e) {
      throw new RunFailure(failed(unit, e), e);
    }
  }

  private String failed(WorkUnit unit, Throwable why) {
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

  /** What goes in and out of one unit. */
  private final class WorkUnit implements Program.Unit {
    private final long number;
    private final byte[][] taken = new byte[inputs.size()][];
    private final ByteArrayOutputStream[] written = new ByteArrayOutputStream[outputs.size()];

    WorkUnit(long number) {
      this.number = number;
    }

    void takeInputs() throws InterruptedException {
      for (int i = 0; i < taken.length; i++) {
        var channel = inputs.get(i);
        boolean comes =
            engine.isLate(channel) || number % engine.wiring().data(channel).every().units() == 0;
        taken[i] = comes ? engine.inbox(channel).whole() : new byte[0];
      }
    }

    void flush(boolean works) {
      for (int i = 0; i < written.length; i++) {
        var channel = outputs.get(i);
        var bytes = written[i] == null ? new byte[0] : written[i].toByteArray();
        var every = engine.wiring().data(channel).every();
        boolean isSent =
            engine.isLate(channel) ? works && isSent(i, every) : number % every.units() == 0;
        if (isSent) {
          sent += bytes.length;
          engine.send(channel, new Inbox.Piece(number, bytes, true));
        }
      }
    }

    /** Whether data that nobody waits for go out now. */
    private boolean isSent(int output, Every every) {
      if (every.equals(calculation.every())) {
        return true;
      }
      if (!every.isTimed()) {
        if (number < nextUnit[output]) {
          return false;
        }
        nextUnit[output] = number + every.units();
        return true;
      }
      long now = System.nanoTime();
      if (now - nextTime[output] < 0) {
        return false;
      }
      nextTime[output] = Math.max(nextTime[output], now - PATIENCE) + engine.nanos(every.seconds());
      return true;
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public byte[] input(String from, int index) {
      return taken[find(inputs, true, from, index)];
    }

    @Override
    public int parts(String name) {
      int found = engine.wiring().flow().app().indexOf(name);
      if (found < 0) {
        throw new IllegalArgumentException("there is no calculation '%s'".formatted(name));
      }
      return engine.wiring().parts(found).size();
    }

    @Override
    public void send(String to, int index, byte[] data, int offset, int length) {
      int at = find(outputs, false, to, index);
      if (written[at] == null) {
        written[at] = new ByteArrayOutputStream(length);
      }
      written[at].write(data, offset, length);
    }

    private int find(List<Channel> channels, boolean from, String name, int index) {
      var app = engine.wiring().flow().app();
      for (int i = 0; i < channels.size(); i++) {
        var other = from ? channels.get(i).from() : channels.get(i).to();
        if (other.index() == index
            && app.calculations().get(other.calculation()).name().equals(name)) {
          return i;
        }
      }
      throw new IllegalArgumentException(
          "there are no data %s part %d of '%s', expected what the app file has under data"
              .formatted(from ? "from" : "to", index, name));
    }
  }
}

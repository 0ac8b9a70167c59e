package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import io.strait.program.file.Calculation;
import io.strait.program.file.Every;
import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import java.io.ByteArrayOutputStream;
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
  private final List<Channel> inputs = new ArrayList<>();
  private final List<Channel> outputs = new ArrayList<>();
  private final boolean isFirst;
  private final boolean isLast;
  private final AtomicLong done = new AtomicLong();
  private final LongList begins = new LongList();
  private final LongList ends = new LongList();

  /** When data that follow the clock go out again, for each output. */
  private final long[] nextSent;

  private long busy;
  private long cpu;
  private long sent;

  PartThread(RankEngine engine, PartAt part, Code code) {
    this.engine = engine;
    this.part = part;
    this.code = code;
    var wiring = engine.wiring();
    this.calculation = wiring.flow().app().calculations().get(part.calculation());
    for (var channel : wiring.channels()) {
      if (channel.to().equals(part)) {
        inputs.add(channel);
      }
      if (channel.from().equals(part)) {
        outputs.add(channel);
      }
    }
    this.nextSent = new long[outputs.size()];
    Arrays.fill(nextSent, Long.MIN_VALUE);
    this.isLast = wiring.isLast(part);
    this.isFirst =
        !calculation.late() && inputs.stream().allMatch(each -> wiring.data(each).late());
  }

  PartAt part() {
    return part;
  }

  Calculation calculation() {
    return calculation;
  }

  boolean isLast() {
    return isLast;
  }

  /** How many units it has done; any thread may ask. */
  long done() {
    return done.get();
  }

  /** Whether nobody waits for it. */
  boolean isLate() {
    return calculation.late() || calculation.every().isTimed();
  }

  void run() throws InterruptedException {
    try (code) {
      if (isLate() && outputs.stream().anyMatch(each -> engine.isLate(each))) {
        follow();
      } else {
        lead();
      }
    } catch (InterruptedException | RunFailure e) {
      throw e;
    } catch (Exception e) {
      throw new RunFailure(
          "%s failed in %s %d: %s"
              .formatted(
                  engine.wiring().name(part), engine.wiring().flow().app().unit(), done.get(), e),
          e);
    }
  }

  /** All units, as data come and room is there. */
  private void lead() throws Exception {
    int units = engine.wiring().flow().app().units();
    int step = calculation.every().isTimed() ? 1 : calculation.every().units();
    for (long unit = 0; unit < units; unit += step) {
      if (isFirst) {
        engine.awaitTurn(unit);
      }
      for (var channel : outputs) {
        if (!engine.isLate(channel)) {
          engine.awaitRoom(channel, unit / step);
        }
      }
      unit(unit);
      for (var channel : inputs) {
        engine.tellUsed(channel, unit + step >= units ? units : unit + 1);
      }
      if (isLast) {
        engine.tellEnded(unit);
      }
    }
  }

  /**
   * What nobody waits for: never far ahead of its receivers, and where it is behind them it goes on
   * with their unit.
   */
  private void follow() throws Exception {
    int units = engine.wiring().flow().app().units();
    long next = 0;
    long due = System.nanoTime();
    while (true) {
      long reached = engine.awaitFollowers(outputs, next, due, calculation.every());
      if (reached >= units) {
        return;
      }
      long unit = calculation.every().isTimed() ? next : Math.max(next, reached);
      unit(unit);
      next = unit + Math.max(1, calculation.every().units());
      due = Math.max(System.nanoTime(), due + engine.nanos(calculation.every().seconds()));
    }
  }

  private void unit(long number) throws Exception {
    var unit = new WorkUnit(number);
    unit.takeInputs();
    engine.enter();
    long began = System.nanoTime();
    try {
      long cpuBefore = cpuNanos();
      var work = engine.begin(part.work());
      code.run(unit);
      engine.finish(work);
      cpu += cpuNanos() - cpuBefore;
    } finally {
      engine.leave();
    }
    unit.flush();
    long ended = System.nanoTime();
    busy += ended - began;
    if (isFirst) {
      begins.add(began);
    }
    if (isLast) {
      ends.add(ended);
    }
    done.incrementAndGet();
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  RankFigures.PartFigures figures() {
    return new RankFigures.PartFigures(
        part.number(), done.get(), busy, cpu, sent, begins.toArray(), ends.toArray());
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
        int step = engine.wiring().data(channel).every().units();
        boolean comes = engine.isLate(channel) || step <= 1 || number % step == 0;
        taken[i] = comes ? engine.inbox(channel).whole() : new byte[0];
      }
    }

    void flush() {
      for (int i = 0; i < written.length; i++) {
        var channel = outputs.get(i);
        var bytes = written[i] == null ? new byte[0] : written[i].toByteArray();
        if (isSent(i, engine.wiring().data(channel).every())) {
          sent += bytes.length;
          engine.send(channel, new Inbox.Piece(number, bytes, true));
        }
      }
    }

    /** Whether data go out with this unit, or in time. */
    private boolean isSent(int output, Every every) {
      if (!every.isTimed()) {
        return number % every.units() == 0;
      }
      long now = System.nanoTime();
      if (now < nextSent[output]) {
        return false;
      }
      nextSent[output] = Math.max(nextSent[output], now - PATIENCE) + engine.nanos(every.seconds());
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

package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** Code that sends random data, checks those that come, and notes which units it has done. */
final class Recorder implements RankEngine.Codes {
  private final Map<Integer, List<Long>> done = new ConcurrentHashMap<>();
  private final List<Integer> closed = new ArrayList<>();

  /** The units that a part has done, in order. */
  List<Long> units(PartAt part) {
    return done.getOrDefault(part.number(), List.of());
  }

  synchronized int closed() {
    return closed.size();
  }

  @Override
  public Code open(Wiring wiring, PartAt part) {
    var units = new ArrayList<Long>();
    done.put(part.number(), units);
    return new Code() {
      @Override
      public void run(Program.Unit unit) {
        units.add(unit.number());
        for (var channel : wiring.channels()) {
          if (channel.to().equals(part)) {
            check(wiring, channel, unit);
          } else if (channel.from().equals(part)) {
            var data = data(channel, unit.number());
            int half = data.length / 2;
            var to = name(wiring, channel.to());
            unit.send(to, channel.to().index(), data, 0, half);
            unit.send(to, channel.to().index(), data, half, data.length - half);
          }
        }
      }

      @Override
      public void close() {
        synchronized (Recorder.this) {
          closed.add(part.number());
        }
      }
    };
  }

  private static String name(Wiring wiring, PartAt part) {
    return wiring.flow().app().calculations().get(part.calculation()).name();
  }

  private static void check(Wiring wiring, Channel channel, Program.Unit unit) {
    var came = read(wiring, channel, unit);
    long of = unit.number();
    if (wiring.isLate(channel)) {
      // What came last is whole and of some unit, or nothing has come yet.
      of = came.length >= Long.BYTES ? ByteBuffer.wrap(came).getLong() : of;
      if (came.length == 0 || came.length < Long.BYTES) {
        return;
      }
    } else {
      var sender = wiring.flow().app().calculations().get(channel.from().calculation());
      boolean isSent =
          of % wiring.data(channel).every().units() == 0 && of % sender.every().units() == 0;
      if (!isSent) {
        expect(came.length == 0, channel, unit);
        return;
      }
    }
    expect(Arrays.equals(came, data(channel, of)), channel, unit);
  }

  /** As a whole, or piece by piece. */
  private static byte[] read(Wiring wiring, Channel channel, Program.Unit unit) {
    var from = name(wiring, channel.from());
    if (channel.number() % 2 == 0) {
      return unit.input(from, channel.from().index());
    }
    try (var stream = unit.stream(from, channel.from().index())) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void expect(boolean holds, Channel channel, Program.Unit unit) {
    if (!holds) {
      throw new IllegalStateException(
          "wrong data over channel %d for unit %d".formatted(channel.number(), unit.number()));
    }
  }

  /** Random bytes that begin with the unit's number where there is room for it. */
  static byte[] data(Channel channel, long unit) {
    var data = new byte[(int) Math.round(channel.volume())];
    new SplittableRandom(31 * unit + channel.number()).nextBytes(data);
    if (data.length >= Long.BYTES) {
      ByteBuffer.wrap(data).putLong(unit);
    }
    return data;
  }
}

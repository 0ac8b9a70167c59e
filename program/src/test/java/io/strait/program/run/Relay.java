package io.strait.program.run;

import io.strait.program.run.Wiring.PartAt;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Code that hands on what it reads as it comes. The first calculation makes as much as the app file
 * promises, the last one reads slowly. It counts what is under way between these two.
 */
final class Relay implements RankEngine.Codes {
  private static final int SOME = 8 << 10;

  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong most = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final long pauseEvery;

  /**
   * @param pauseEvery bytes that the last calculation reads between pauses
   */
  Relay(long pauseEvery) {
    this.pauseEvery = pauseEvery;
  }

  /** The most bytes that were made and not read by the last calculation. */
  long most() {
    return most.get();
  }

  /** Bytes that the last calculation has read. */
  long read() {
    return read.get();
  }

  @Override
  public Code open(Wiring wiring, PartAt part) {
    var ports = new Streams(wiring, part);
    var outputs = wiring.channels().stream().filter(each -> each.from().equals(part)).toList();
    return new Code() {
      @Override
      public void run(Program.Unit unit) throws Exception {
        if (ports.inputs().isEmpty()) {
          make(unit);
        } else {
          pass(unit);
        }
      }

      private void make(Program.Unit unit) {
        var data = new byte[SOME];
        Arrays.fill(data, (byte) unit.number());
        long all = Math.round(outputs.getFirst().volume());
        for (long at = 0; at < all; at += SOME) {
          int some = (int) Math.min(SOME, all - at);
          most.accumulateAndGet(underWay.addAndGet(some), Math::max);
          ports.pass(unit, data, some);
        }
      }

      private void pass(Program.Unit unit) throws IOException, InterruptedException {
        var buffer = new byte[SOME];
        var from = ports.inputs().getFirst();
        try (var in = unit.stream(ports.sender(from), from.from().index())) {
          for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
            for (int i = 0; i < some; i++) {
              if (buffer[i] != (byte) unit.number()) {
                throw new IOException("wrong data");
              }
            }
            ports.pass(unit, buffer, some);
            if (outputs.isEmpty()) {
              underWay.addAndGet(-some);
              if (read.addAndGet(some) % pauseEvery < some) {
                Thread.sleep(1);
              }
            }
          }
        }
      }

      @Override
      public void close() {}
    };
  }
}

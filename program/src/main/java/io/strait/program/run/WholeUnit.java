package io.strait.program.run;

import java.io.ByteArrayOutputStream;

/**
 * What goes in and out of one unit: all input is there before it begins, output goes at its end.
 */
final class WholeUnit implements Program.Unit {
  private final RankEngine engine;
  private final Ports ports;
  private final long number;
  private final byte[][] taken;
  private final ByteArrayOutputStream[] written;

  WholeUnit(RankEngine engine, Ports ports, long number) {
    this.engine = engine;
    this.ports = ports;
    this.number = number;
    this.taken = new byte[ports.inputs().size()][];
    this.written = new ByteArrayOutputStream[ports.outputs().size()];
  }

  /** Waits for all input; returns when the last of it was there. */
  long takeInputs() throws InterruptedException {
    long at = Long.MIN_VALUE;
    for (int i = 0; i < taken.length; i++) {
      var channel = ports.inputs().get(i);
      boolean comes = engine.isLate(channel) || ports.isOn(channel, number);
      if (comes) {
        var piece = engine.inbox(channel).whole();
        taken[i] = piece.bytes();
        at = Math.max(at, piece.at());
      } else {
        taken[i] = new byte[0];
      }
    }
    return at;
  }

  /**
   * Sends all output.
   *
   * @param at when it was made
   * @return how many bytes that were
   */
  long flush(boolean works, long at) {
    long sent = 0;
    for (int i = 0; i < written.length; i++) {
      var channel = ports.outputs().get(i);
      var bytes = written[i] == null ? new byte[0] : written[i].toByteArray();
      boolean isSent =
          engine.isLate(channel) ? works && ports.isSent(i, number) : ports.isOn(channel, number);
      if (isSent) {
        sent += bytes.length;
        engine.send(channel, number, bytes, at);
      }
    }
    return sent;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public byte[] input(String from, int index) {
    return taken[ports.input(from, index)];
  }

  @Override
  public int parts(String name) {
    return ports.parts(name);
  }

  @Override
  public double before(String name, int part) {
    return ports.before(name, part);
  }

  @Override
  public void send(String to, int index, byte[] data, int offset, int length) {
    int at = ports.output(to, index);
    if (written[at] == null) {
      written[at] = new ByteArrayOutputStream(length);
    }
    written[at].write(data, offset, length);
  }
}

package io.strait.program.run;

import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What goes in and out of a process: one stream each, made of all channels of its part. */
final class Streams {
  private final Wiring wiring;
  private final PartAt part;
  private final List<Channel> inputs = new ArrayList<>();
  private final List<Channel> outputs = new ArrayList<>();

  Streams(Wiring wiring, PartAt part) {
    this.wiring = wiring;
    this.part = part;
    for (var channel : wiring.channels()) {
      if (channel.to().equals(part)) {
        inputs.add(channel);
      }
      if (channel.from().equals(part)) {
        outputs.add(channel);
      }
    }
  }

  String name() {
    return wiring.name(part);
  }

  int part() {
    return part.index();
  }

  int parts() {
    return wiring.parts(part.calculation()).size();
  }

  /** The share of every unit that lies before this part's, as a decimal fraction. */
  String from() {
    return fraction(part.from());
  }

  /** The share where this part ends, as a decimal fraction. */
  String to() {
    return fraction(part.to());
  }

  /** Never with an exponent, which a shell could not read; at most 12 digits. */
  private static String fraction(double share) {
    var text = new BigDecimal(share).setScale(12, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return text.toPlainString();
  }

  /** Tells a process which part it is, and where it may leave results. */
  Map<String, String> environment(Path folder) {
    return Map.of(
        "STRAIT_PART", Integer.toString(part()),
        "STRAIT_PARTS", Integer.toString(parts()),
        "STRAIT_FROM", from(),
        "STRAIT_TO", to(),
        "STRAIT_FOLDER", folder.toAbsolutePath().toString());
  }

  List<Channel> inputs() {
    return inputs;
  }

  /** The name of the calculation at the other end. */
  String sender(Channel channel) {
    return calculation(channel.from());
  }

  private String calculation(PartAt of) {
    return wiring.flow().app().calculations().get(of.calculation()).name();
  }

  /** All input of a unit, in the order of the app file and of parts. */
  byte[] take(Program.Unit unit) {
    var all = new ByteArrayOutputStream();
    for (var channel : inputs) {
      all.writeBytes(unit.input(sender(channel), channel.from().index()));
    }
    return all.toByteArray();
  }

  /** Hands on all input of a unit as it comes, in the order of the app file and of parts. */
  void feed(Program.Unit unit, OutputStream to) throws IOException {
    for (var channel : inputs) {
      unit.stream(sender(channel), channel.from().index()).transferTo(to);
      to.flush();
    }
  }

  /** Sends some output to all receivers; see {@link StreamCheck} for those that are split. */
  void pass(Program.Unit unit, byte[] bytes, int length) {
    for (var channel : outputs) {
      unit.send(calculation(channel.to()), channel.to().index(), bytes, 0, length);
    }
  }

  /** Sends output to all receivers: each part of a split one gets its share of the bytes. */
  void send(Program.Unit unit, byte[] bytes) {
    for (var channel : outputs) {
      var to = channel.to();
      boolean whole = wiring.data(channel).broadcast();
      int from = whole ? 0 : (int) Math.round(to.from() * bytes.length);
      int end = whole ? bytes.length : (int) Math.round(to.to() * bytes.length);
      unit.send(calculation(to), to.index(), bytes, from, end - from);
    }
  }
}

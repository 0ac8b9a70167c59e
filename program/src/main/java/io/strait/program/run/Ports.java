package io.strait.program.run;

import io.strait.program.file.Every;
import io.strait.program.run.Wiring.Channel;
import io.strait.program.run.Wiring.PartAt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The channels of one part, and which of them have something to carry in a unit. */
final class Ports {
  /** What follows the clock does not make up for more than this, in nanoseconds. */
  static final long PATIENCE = 50_000_000;

  private final RankEngine engine;
  private final Every own;
  private final List<Channel> inputs = new ArrayList<>();
  private final List<Channel> outputs = new ArrayList<>();

  /** When data that follow the clock go out again, for each output. */
  private final long[] nextTime;

  /** The first unit with which data that nobody waits for go out again, for each output. */
  private final long[] nextUnit;

  Ports(RankEngine engine, PartAt part) {
    this.engine = engine;
    var wiring = engine.wiring();
    this.own = wiring.flow().app().calculations().get(part.calculation()).every();
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
  }

  List<Channel> inputs() {
    return inputs;
  }

  List<Channel> outputs() {
    return outputs;
  }

  /** Whether data that somebody waits for are sent in a unit. */
  boolean isOn(Channel channel, long unit) {
    return unit % engine.wiring().data(channel).every().units() == 0;
  }

  /** Whether data that nobody waits for go out with a unit; asked once for each. */
  boolean isSent(int output, long unit) {
    var every = engine.wiring().data(outputs.get(output)).every();
    if (every.equals(own)) {
      return true;
    }
    if (!every.isTimed()) {
      if (unit < nextUnit[output]) {
        return false;
      }
      nextUnit[output] = unit + every.units();
      return true;
    }
    long now = System.nanoTime();
    if (now - nextTime[output] < 0) {
      return false;
    }
    nextTime[output] = Math.max(nextTime[output], now - PATIENCE) + engine.nanos(every.seconds());
    return true;
  }

  /** How many parts a calculation has. */
  int parts(String name) {
    return all(name).size();
  }

  /** The share of a unit that lies before a part. */
  double before(String name, int part) {
    var all = all(name);
    return part == all.size() ? 1 : all.get(part).from();
  }

  private List<PartAt> all(String name) {
    int found = engine.wiring().flow().app().indexOf(name);
    if (found < 0) {
      throw new IllegalArgumentException("there is no calculation '%s'".formatted(name));
    }
    return engine.wiring().parts(found);
  }

  /** The index of the input from a part. */
  int input(String name, int index) {
    return find(inputs, true, name, index);
  }

  /** The index of the output to a part. */
  int output(String name, int index) {
    return find(outputs, false, name, index);
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

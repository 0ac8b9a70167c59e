package io.strait.view.trace;

import io.strait.view.trace.Lanes.Lane;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Writes a recording as a Pajé trace: groups and lanes are containers in one another. What a lane
 * does is pushed and popped as a state; a mark is an event of the lane, or of the group around it
 * whose type has such marks. Times are seconds with up to nine decimals.
 *
 * <p>The format: L. M. Schnorr, <i>Paje Trace File</i>, 2014 (github.com/schnorr/pajeng).
 */
final class PajeTrace {
  private static final String[] EVENTS = {
    "PajeDefineContainerType 0|Alias string|Type string|Name string",
    "PajeDefineStateType 1|Alias string|Type string|Name string",
    "PajeDefineEventType 2|Alias string|Type string|Name string",
    "PajeDefineEntityValue 3|Alias string|Type string|Name string|Color color",
    "PajeCreateContainer 4|Time date|Alias string|Type string|Container string|Name string",
    "PajeDestroyContainer 5|Time date|Type string|Name string",
    "PajePushState 6|Time date|Type string|Container string|Value string",
    "PajePopState 7|Time date|Type string|Container string",
    "PajeNewEvent 8|Time date|Type string|Container string|Value string",
  };

  private final Recording recording;
  private final Lanes lanes;
  private final BufferedWriter out;

  private PajeTrace(Recording recording, Lanes lanes, BufferedWriter out) {
    this.recording = recording;
    this.lanes = lanes;
    this.out = out;
  }

  static void write(OutputStream out, Recording recording, Lanes lanes) throws IOException {
    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    new PajeTrace(recording, lanes, writer).write();
    writer.flush();
  }

  private void write() throws IOException {
    for (var event : EVENTS) {
      out.write("%EventDef " + event.replace("|", "\n%  ") + "\n%EndEventDef\n");
    }
    if (recording.leftOut() > 0) {
      out.write("# %d timings are left out\n".formatted(recording.leftOut()));
    }
    types();
    for (var lane : lanes.list()) {
      var within = lane.within() == null ? "0" : lane.within().alias();
      var quoted = lane.name().replace('"', '\'');
      line("4 0", lane.alias(), "T" + lane.type().letter(), within, '"' + quoted + '"');
    }
    states();
  }

  private void types() throws IOException {
    for (var type : lanes.types()) {
      var within = type.within() == null ? "0" : "T" + type.within().letter();
      line("0", "T" + type.letter(), within, quoted(type.name()));
    }
    for (var type : lanes.types()) {
      if (!type.spans().isEmpty()) {
        line("1", "S" + type.letter(), "T" + type.letter(), quoted(type.name() + " state"));
      }
    }
    for (var type : lanes.types()) {
      if (!type.marks().isEmpty()) {
        line("2", "E" + type.letter(), "T" + type.letter(), quoted(type.event()));
        values("E" + type.letter(), type.marks());
      }
    }
    for (var type : lanes.types()) {
      values("S" + type.letter(), type.spans());
    }
  }

  private void values(String type, List<State> states) throws IOException {
    for (var state : states) {
      line("3", state.alias(), type, quoted(state.name()), color(state.color()));
    }
  }

  private static String color(int color) {
    return "\"%s %s %s\"".formatted(share(color >> 16), share(color >> 8), share(color));
  }

  private static String share(int bits) {
    return Decimals.text(Math.round((bits & 0xff) * 1000 / 255.0), 3);
  }

  private static String quoted(String name) {
    return name.contains(" ") ? '"' + name + '"' : name;
  }

  /** Goes through starts and ends in time; of those at one time, ends come first. */
  private void states() throws IOException {
    var open =
        new PriorityQueue<Integer>((a, b) -> Double.compare(recording.end(a), recording.end(b)));
    double last = 0;
    for (int record : TraceOrder.byStart(recording)) {
      double start = recording.start(record);
      while (!open.isEmpty() && recording.end(open.element()) <= start) {
        pop(open.remove());
      }
      var lane = lanes.of(recording.lane(record));
      var state = recording.state(record);
      if (state.isMark()) {
        var marked = marked(lane, state);
        line("8", time(start), "E" + marked.type().letter(), marked.alias(), state.alias());
      } else {
        line("6", time(start), "S" + lane.type().letter(), lane.alias(), state.alias());
        open.add(record);
      }
      last = Math.max(last, recording.end(record));
    }
    while (!open.isEmpty()) {
      pop(open.remove());
    }
    for (var container : lanes.list().reversed()) {
      line("5", time(last), "T" + container.type().letter(), container.alias());
    }
  }

  /** The lane, or the group around it whose type has such marks. */
  private static Lane marked(Lane lane, State mark) {
    for (var at = lane; at != null; at = at.within()) {
      if (at.type().states().contains(mark)) {
        return at;
      }
    }
    throw new IllegalArgumentException(
        "no type around lane '%s' has the mark '%s'".formatted(lane.name(), mark.name()));
  }

  private void pop(int record) throws IOException {
    var lane = lanes.of(recording.lane(record));
    line("7", time(recording.end(record)), "S" + lane.type().letter(), lane.alias());
  }

  private void line(String event, String... fields) throws IOException {
    out.write(event);
    for (var field : fields) {
      out.append(' ').append(field);
    }
    out.write('\n');
  }

  private static String time(double seconds) {
    return Decimals.text(Math.round(seconds * 1e9), 9);
  }
}

package io.strait.view.trace;

import io.strait.view.trace.Lanes.Lane;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a recording in the Trace Event Format that Perfetto (ui.perfetto.dev) and Chrome open: a
 * process per group in the outermost one, another per type of the lanes that stand there alone, a
 * thread per lane. Times are microseconds with three decimals; Perfetto counts nanoseconds, so both
 * ends of an event are rounded to those, and what does not overlap stays so.
 */
final class ChromeTrace {
  private final Recording recording;
  private final Lanes lanes;
  private final JsonGenerator json;

  /** The number of every process, by its group or by the type of its lanes. */
  private final Map<Object, Integer> processes = new HashMap<>();

  private final int[] processOf;

  private ChromeTrace(Recording recording, Lanes lanes, JsonGenerator json) {
    this.recording = recording;
    this.lanes = lanes;
    this.json = json;
    processOf = new int[lanes.limit()];
  }

  static void write(OutputStream out, String creator, Recording recording, Lanes lanes)
      throws IOException {
    var factory = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (var json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      new ChromeTrace(recording, lanes, json).write(creator);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private void write(String creator) {
    json.writeStartObject();
    json.writeStringProperty("displayTimeUnit", "ms");
    json.writeName("otherData");
    json.writeStartObject();
    json.writeStringProperty("creator", creator);
    json.writeStringProperty("left_out", Long.toString(recording.leftOut()));
    json.writeEndObject();
    json.writeName("traceEvents");
    json.writeStartArray();
    processes();
    for (var lane : lanes.list()) {
      if (!lane.isGroup()) {
        processOf[lane.number()] = process(lane);
        name("thread", process(lane), lane.number() + 1, lane.name(), lane.place());
      }
    }
    for (int record : TraceOrder.byStart(recording)) {
      json.writeRaw('\n');
      event(record);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Groups first, then what stands beside them. */
  private void processes() {
    for (var group : lanes.list()) {
      if (group.isGroup() && isOuter(group)) {
        process(group, group.name());
      }
    }
    for (var lane : lanes.list()) {
      if (!lane.isGroup() && isOuter(lane) && !processes.containsKey(lane.type())) {
        process(lane.type(), lane.type().name() + "s");
      }
    }
  }

  private void process(Object of, String name) {
    int place = processes.size();
    processes.put(of, place + 1);
    name("process", place + 1, 0, name, place);
  }

  /** Whether it is directly in the outermost group. */
  private static boolean isOuter(Lane lane) {
    @Nullable Lane within = lane.within();
    return within != null && within.within() == null;
  }

  private int process(Lane lane) {
    var at = lane;
    while (!isOuter(at) && at.within() != null) {
      at = at.within();
    }
    return processes.getOrDefault(at.isGroup() ? at : at.type(), 0);
  }

  private void name(String what, int process, int thread, String name, int place) {
    head(what + "_name", "M", process, thread);
    json.writeName("args");
    json.writeStartObject();
    json.writeStringProperty("name", name);
    json.writeEndObject();
    json.writeEndObject();
    head(what + "_sort_index", "M", process, thread);
    argument("sort_index", place);
    json.writeEndObject();
  }

  private void head(String name, String phase, int process, int thread) {
    json.writeStartObject();
    json.writeStringProperty("name", name);
    json.writeStringProperty("ph", phase);
    json.writeNumberProperty("pid", process);
    json.writeNumberProperty("tid", thread);
  }

  private void event(int record) {
    var state = recording.state(record);
    int lane = lanes.of(recording.lane(record)).number();
    head(state.event(), state.isMark() ? "i" : "X", processOf[lane], lane + 1);
    long start = Math.round(recording.start(record) * 1e9);
    json.writeName("ts");
    json.writeNumber(Decimals.text(start, 3));
    if (state.isMark()) {
      json.writeStringProperty("s", "t");
    } else {
      json.writeName("dur");
      json.writeNumber(Decimals.text(Math.round(recording.end(record) * 1e9) - start, 3));
    }
    if (!state.counts().isEmpty()) {
      argument(state.counts(), recording.number(record));
    }
    json.writeEndObject();
  }

  private void argument(String name, int value) {
    json.writeName("args");
    json.writeStartObject();
    json.writeNumberProperty(name, value);
    json.writeEndObject();
  }
}

package io.strait.farm.trace;

import io.strait.farm.simulate.FarmOutcome;
import io.strait.view.Decimals;
import java.io.IOException;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a recording in the Trace Event Format that Perfetto (ui.perfetto.dev) and Chrome open: a
 * process per cluster and one for the gaps, a thread per core, network server and master. Times are
 * microseconds with three decimals; Perfetto counts nanoseconds, so both ends of an event are
 * rounded to those, and what does not overlap stays so.
 */
final class ChromeTrace {
  private final TraceRecorder recorder;
  private final TraceNames names;
  private final TraceLanes lanes;
  private final JsonGenerator json;
  private final int[] processOf;

  private ChromeTrace(TraceRecorder recorder, TraceNames names, JsonGenerator json) {
    this.recorder = recorder;
    this.names = names;
    this.json = json;
    lanes = new TraceLanes(recorder, names);
    processOf = new int[lanes.count()];
  }

  static void write(OutputStream out, TraceRecorder recorder, TraceNames names) throws IOException {
    var factory = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (var json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      new ChromeTrace(recorder, names, json).write();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private void write() {
    json.writeStartObject();
    json.writeStringProperty("displayTimeUnit", "ms");
    json.writeName("otherData");
    json.writeStartObject();
    json.writeStringProperty("creator", "strait simulate");
    json.writeStringProperty("left_out", Long.toString(recorder.leftOut()));
    json.writeEndObject();
    json.writeName("traceEvents");
    json.writeStartArray();
    processes();
    threads();
    for (int record : TraceOrder.byStart(recorder)) {
      json.writeRaw('\n');
      event(record);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void processes() {
    int clusters = names.clusters().size();
    for (int c = 0; c < clusters; c++) {
      name("process", c + 1, 0, names.clusters().get(c), c);
    }
    for (int g = 0; g < names.gaps().size(); g++) {
      if (lanes.isShown(lanes.server(FarmOutcome.gap(clusters, g, 0)))
          || lanes.isShown(lanes.server(FarmOutcome.gap(clusters, g, 1)))) {
        name("process", clusters + 1, 0, "gaps", clusters);
        return;
      }
    }
  }

  private void threads() {
    thread(lanes.master(), names.home() + 1, "master " + names.master());
    for (int s = 0; s < lanes.servers(); s++) {
      int c = lanes.clusterOfServer(s);
      thread(lanes.server(s), c < 0 ? names.clusters().size() + 1 : c + 1, lanes.serverName(s));
    }
    for (int w = 0; w < names.workers().size(); w++) {
      for (int core = 0; core < names.cores()[w]; core++) {
        thread(lanes.core(w, core), names.clusterOf()[w] + 1, lanes.coreName(w, core));
      }
    }
  }

  private void thread(int lane, int process, String name) {
    if (lanes.isShown(lane)) {
      processOf[lane] = process;
      // In a cluster the master and the LAN stand above the workers.
      name("thread", process, lane + 1, name, lane < lanes.cores() ? lanes.count() + lane : lane);
    }
  }

  private void name(String what, int process, int thread, String name, int place) {
    head(what + "_name", "M", process, thread);
    json.writeName("args");
    json.writeStartObject();
    json.writeStringProperty("name", name);
    json.writeEndObject();
    json.writeEndObject();
    head(what + "_sort_index", "M", process, thread);
    json.writeName("args");
    json.writeStartObject();
    json.writeNumberProperty("sort_index", place);
    json.writeEndObject();
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
    var kind = recorder.kind(record);
    int lane = lanes.of(recorder, record);
    boolean instant = kind == TraceRecorder.Kind.LOST;
    head(name(kind), instant ? "i" : "X", processOf[lane], lane + 1);
    long start = Math.round(recorder.start(record) * 1e9);
    json.writeName("ts");
    json.writeNumber(Decimals.text(start, 3));
    if (instant) {
      json.writeStringProperty("s", "t");
    } else {
      json.writeName("dur");
      json.writeNumber(Decimals.text(Math.round(recorder.end(record) * 1e9) - start, 3));
    }
    switch (kind) {
      case COMPUTE, ABORTED, LOST -> argument("task", recorder.number(record));
      case PROCESS -> argument("results", recorder.number(record));
      case TASK, RESULT -> {}
    }
    json.writeEndObject();
  }

  private void argument(String name, int value) {
    json.writeName("args");
    json.writeStartObject();
    json.writeNumberProperty(name, value);
    json.writeEndObject();
  }

  private static String name(TraceRecorder.Kind kind) {
    return switch (kind) {
      case COMPUTE -> "compute";
      case ABORTED -> "compute, in vain";
      case TASK -> "task";
      case RESULT -> "result";
      case PROCESS -> "process";
      case LOST -> "task lost";
    };
  }
}

package io.strait.farm.trace;

import io.strait.view.Decimals;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Writes a recording as a Pajé trace: the grid holds gaps and clusters, a cluster its LAN, hosts
 * and perhaps the master, a host with several cores these. What each does is pushed and popped as a
 * state; a lost task is an event of its host. Times are seconds with up to nine decimals.
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

  private final TraceRecorder recorder;
  private final TraceNames names;
  private final TraceLanes lanes;
  private final BufferedWriter out;

  /** The container of every lane that is shown, and the type of its states. */
  private final String[] containerOf;

  private final String[] stateOf;

  /** Type and alias of every container, outer ones first. */
  private final List<String> created = new ArrayList<>();

  private PajeTrace(TraceRecorder recorder, TraceNames names, BufferedWriter out) {
    this.recorder = recorder;
    this.names = names;
    this.out = out;
    lanes = new TraceLanes(recorder, names);
    containerOf = new String[lanes.count()];
    stateOf = new String[lanes.count()];
  }

  static void write(OutputStream out, TraceRecorder recorder, TraceNames names) throws IOException {
    var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    new PajeTrace(recorder, names, writer).write();
    writer.flush();
  }

  private void write() throws IOException {
    for (var event : EVENTS) {
      out.write("%EventDef " + event.replace("|", "\n%  ") + "\n%EndEventDef\n");
    }
    if (recorder.leftOut() > 0) {
      out.write("# %d timings are left out\n".formatted(recorder.leftOut()));
    }
    types();
    containers();
    states();
  }

  private void types() throws IOException {
    out.write(
        """
        0 TG 0 grid
        0 TC TG cluster
        0 TH TC host
        0 TK TH core
        0 TL TC LAN
        0 TP TG gap
        0 TM TC master
        1 SH TH "host state"
        1 SK TK "core state"
        1 SL TL "LAN state"
        1 SP TP "gap state"
        1 SM TM "master state"
        2 EH TH failure
        3 lost EH "task lost" "0 0 0"
        """);
    for (var state : new String[] {"SH", "SK"}) {
      out.write("3 computing %s computing \"0 0.447 0.698\"\n".formatted(state));
      out.write("3 vain %s \"computing in vain\" \"0.835 0.369 0\"\n".formatted(state));
    }
    for (var state : new String[] {"SL", "SP"}) {
      out.write("3 tasks %s \"transfer of tasks\" \"0.902 0.624 0\"\n".formatted(state));
      out.write("3 results %s \"transfer of results\" \"0 0.62 0.451\"\n".formatted(state));
    }
    out.write("3 processing SM processing \"0.8 0.475 0.655\"\n");
  }

  private void containers() throws IOException {
    create("grid", "TG", "0", "grid");
    for (int c = 0; c < names.clusters().size(); c++) {
      create("c" + c, "TC", "grid", names.clusters().get(c));
    }
    lane(lanes.master(), "m", "TM", "c" + names.home(), "master " + names.master());
    for (int s = 0; s < lanes.servers(); s++) {
      int c = lanes.clusterOfServer(s);
      if (lanes.isShown(lanes.server(s))) {
        var name = lanes.serverName(s);
        lane(lanes.server(s), "l" + s, c < 0 ? "TP" : "TL", c < 0 ? "grid" : "c" + c, name);
      }
    }
    for (int w = 0; w < names.workers().size(); w++) {
      var cluster = "c" + names.clusterOf()[w];
      var host = "h" + w;
      if (names.cores()[w] == 1) {
        lane(lanes.core(w, 0), host, "TH", cluster, names.workers().get(w));
        continue;
      }
      create(host, "TH", cluster, names.workers().get(w));
      for (int core = 0; core < names.cores()[w]; core++) {
        lane(lanes.core(w, core), host + "." + core, "TK", host, lanes.coreName(w, core));
      }
    }
  }

  private void lane(int lane, String alias, String type, String parent, String name)
      throws IOException {
    create(alias, type, parent, name);
    containerOf[lane] = alias;
    stateOf[lane] = "S" + type.charAt(1);
  }

  private void create(String alias, String type, String parent, String name) throws IOException {
    var quoted = name.replace('"', '\'');
    out.write("4 0 %s %s %s \"%s\"\n".formatted(alias, type, parent, quoted));
    created.add(type + " " + alias);
  }

  /** Goes through starts and ends in time; of those at one time, ends come first. */
  private void states() throws IOException {
    var open =
        new PriorityQueue<Integer>((a, b) -> Double.compare(recorder.end(a), recorder.end(b)));
    double last = 0;
    for (int record : TraceOrder.byStart(recorder)) {
      double start = recorder.start(record);
      while (!open.isEmpty() && recorder.end(open.element()) <= start) {
        pop(open.remove());
      }
      if (recorder.kind(record) == TraceRecorder.Kind.LOST) {
        line("8 ", start).append(" EH h" + recorder.resource(record) + " lost\n");
      } else {
        push(record);
        open.add(record);
      }
      last = Math.max(last, recorder.end(record));
    }
    while (!open.isEmpty()) {
      pop(open.remove());
    }
    for (var container : created.reversed()) {
      line("5 ", last).append(" " + container + "\n");
    }
  }

  private void push(int record) throws IOException {
    var value =
        switch (recorder.kind(record)) {
          case COMPUTE -> "computing";
          case ABORTED -> "vain";
          case TASK -> "tasks";
          case RESULT -> "results";
          case PROCESS -> "processing";
          case LOST -> throw new IllegalArgumentException("a lost task takes no time");
        };
    int lane = lanes.of(recorder, record);
    line("6 ", recorder.start(record))
        .append(" " + stateOf[lane] + " " + containerOf[lane] + " " + value + "\n");
  }

  private void pop(int record) throws IOException {
    int lane = lanes.of(recorder, record);
    line("7 ", recorder.end(record)).append(" " + stateOf[lane] + " " + containerOf[lane] + "\n");
  }

  private Appendable line(String event, double seconds) throws IOException {
    return out.append(event).append(time(seconds));
  }

  private static String time(double seconds) {
    return Decimals.text(Math.round(seconds * 1e9), 9);
  }
}

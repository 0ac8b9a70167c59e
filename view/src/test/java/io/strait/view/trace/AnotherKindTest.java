package io.strait.view.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.view.gantt.Gantt;
import io.strait.view.gantt.GanttPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames that two programs on two hosts make, with data between them: what a kind has to say. */
class AnotherKindTest {
  private static final State TERRAIN = State.of(0, "terrain", Palette.BLUE).counting("frame");
  private static final State DISPLAY = State.of(1, "display", Palette.PURPLE).counting("frame");
  private static final State DATA = State.of(2, "data", Palette.GREEN);
  private static final State LATE =
      State.of(3, "frame late", Palette.BLACK).as(State.Form.MARK).counting("frame");

  private static final LaneType GRID = new LaneType('G', "grid", null);
  private static final LaneType HOST =
      new LaneType('H', "host", GRID, "delay", List.of(TERRAIN, DISPLAY, LATE));
  private static final LaneType LINK = new LaneType('L', "link", GRID, DATA);

  @TempDir Path folder;

  private final Recording recording = new Recording(List.of(TERRAIN, DISPLAY, DATA, LATE));

  private static Lanes lanes() {
    var lanes = new Lanes(List.of(GRID, HOST, LINK));
    var grid = lanes.group("grid", GRID, null, "grid");
    lanes.lane(0, "h0", HOST, grid, "one", 0);
    lanes.lane(1, "h1", HOST, grid, "two", 1);
    lanes.lane(2, "l0", LINK, grid, "one-two", 2);
    return lanes;
  }

  private void record(int frames) {
    for (int f = 0; f < frames; f++) {
      recording.add(TERRAIN, 0, f, f, f + 0.5);
      recording.add(DATA, 2, 0, f + 0.5, f + 0.75);
      recording.add(DISPLAY, 1, f, f + 0.75, f + 1);
    }
    recording.add(LATE, 1, 0, 1, 1);
  }

  @Test
  void writesATraceForPerfetto() throws IOException {
    record(2);
    var file = folder.resolve("frames.json");
    TraceFile.write(file, "a test", recording, lanes());
    assertThat(Files.readAllLines(file))
        .hasSize(8)
        .first()
        .asString()
        .contains("\"creator\":\"a test\"", "\"hosts\"", "\"links\"", "\"one-two\"");
    assertThat(Files.readString(file))
        .contains(
            "{\"name\":\"terrain\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1000000,\"dur\":500000,"
                + "\"args\":{\"frame\":1}}",
            "{\"name\":\"data\",\"ph\":\"X\",\"pid\":2,\"tid\":3,\"ts\":500000,\"dur\":250000}",
            "{\"name\":\"frame"
                + " late\",\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":1000000,\"s\":\"t\",");
  }

  @Test
  void writesATraceForPaje() throws IOException {
    record(1);
    var file = folder.resolve("frames.paje");
    TraceFile.write(file, "a test", recording, lanes());
    assertThat(Files.readAllLines(file).stream().filter(l -> !l.startsWith("%")))
        .containsExactly(
            "0 TG 0 grid",
            "0 TH TG host",
            "0 TL TG link",
            "1 SH TH \"host state\"",
            "1 SL TL \"link state\"",
            "2 EH TH delay",
            "3 frame-late EH \"frame late\" \"0 0 0\"",
            "3 terrain SH terrain \"0 0.447 0.698\"",
            "3 display SH display \"0.8 0.475 0.655\"",
            "3 data SL data \"0 0.62 0.451\"",
            "4 0 grid TG 0 \"grid\"",
            "4 0 h0 TH grid \"one\"",
            "4 0 h1 TH grid \"two\"",
            "4 0 l0 TL grid \"one-two\"",
            "6 0 SH h0 terrain",
            "7 0.5 SH h0",
            "6 0.5 SL l0 data",
            "7 0.75 SL l0",
            "6 0.75 SH h1 display",
            "7 1 SH h1",
            "8 1 EH h1 frame-late",
            "5 1 TL l0",
            "5 1 TH h1",
            "5 1 TH h0",
            "5 1 TG grid");
  }

  @Test
  void drawsAPicture() throws IOException {
    record(20);
    var gantt =
        new Gantt(
            "viewer",
            "20 frames",
            new Gantt.Words("cluster", "host", "core", "compute"),
            TERRAIN,
            List.of(
                new Gantt.Group(
                    "home", true, List.of(new Gantt.Row("one", 0), new Gantt.Row("two", 1)))),
            List.of(new Gantt.Section("links", List.of(new Gantt.Row("one-two", 2)))));
    var file = folder.resolve("frames.svg");
    GanttPlot.write(file, gantt, recording, 20);
    assertThat(Files.readString(file))
        .contains("viewer", "20 frames", "2 hosts", "links", "one-two", "terrain", "frame late")
        .contains("50 %", "25 %");
  }

  @Test
  void everyRecordedLaneHasAName() {
    recording.add(TERRAIN, 7, 0, 0, 1);
    assertThatThrownBy(
            () -> TraceFile.write(folder.resolve("t.json"), "a test", recording, lanes()))
        .hasMessage("lane 7 has records, expected a name for it");
  }
}

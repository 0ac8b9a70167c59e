package io.strait.apps;

import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * A viewer whose parts are done one after the other, with data handed on as a run-time would.
 *
 * @param shares where the parts of trace end, the last at 1
 * @param arrived the number of the last message of terrain that came before a frame; -1 for none
 */
record Rehearsal(Map<String, String> with, double[] shares, LongUnaryOperator arrived) {
  static Rehearsal of(Map<String, String> with, int parts) {
    var shares = new double[parts];
    Arrays.setAll(shares, i -> (i + 1.0) / parts);
    return new Rehearsal(with, shares, frame -> frame);
  }

  /** What the tracers sent for each frame, put together. */
  List<byte[]> run(int units, Path folder) throws Exception {
    var viewer = new Viewer();
    viewer.configure(Settings.of(with));
    var frames = new ArrayList<byte[]>();
    var messages = new ArrayList<byte[]>();
    var tracers = new ArrayList<Program.Code>();
    try (var terrain = viewer.open(place("terrain", 0, 1, 0, 1, units, folder));
        var display = viewer.open(place("display", 0, 1, 0, 1, units, folder))) {
      for (int i = 0; i < shares.length; i++) {
        double from = i == 0 ? 0 : shares[i - 1];
        tracers.add(viewer.open(place("trace", i, shares.length, from, shares[i], units, folder)));
      }
      for (int frame = 0; frame < units; frame++) {
        messages.add(step(terrain, frame, List.of()));
        int last = (int) arrived.applyAsLong(frame);
        var input = List.of(last < 0 ? new byte[0] : messages.get(last));
        var columns = new ArrayList<byte[]>();
        var whole = new ByteArrayOutputStream();
        for (var tracer : tracers) {
          columns.add(step(tracer, frame, input));
          whole.writeBytes(columns.getLast());
        }
        frames.add(whole.toByteArray());
        step(display, frame, columns);
      }
    }
    return frames;
  }

  private static Program.Place place(
      String name, int part, int parts, double from, double to, int units, Path folder) {
    return new Program.Place(name, part, parts, from, to, units, 0, folder, line -> {});
  }

  private static byte[] step(Program.Code code, long frame, List<byte[]> inputs) throws Exception {
    var sent = new ByteArrayOutputStream();
    code.run(
        new Program.Unit() {
          @Override
          public long number() {
            return frame;
          }

          @Override
          public byte[] input(String calculation, int part) {
            return inputs.get(part);
          }

          @Override
          public int parts(String calculation) {
            return Math.max(1, inputs.size());
          }

          @Override
          public void send(String calculation, int part, byte[] data, int offset, int length) {
            sent.write(data, offset, length);
          }
        });
    return sent.toByteArray();
  }
}

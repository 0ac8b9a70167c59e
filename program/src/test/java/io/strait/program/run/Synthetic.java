package io.strait.program.run;

import io.strait.kind.code.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A program for tests that computes nothing and sends as many bytes as its settings say under
 * {@code FROM-TO}; parts share them unless they say {@code FROM-TO: 100 all}. Each message is the
 * unit's number again and again, and the receiver checks that.
 */
public final class Synthetic implements Program {
  private final Map<String, Integer> bytes = new HashMap<>();
  private final Map<String, Boolean> all = new HashMap<>();

  @Override
  public void configure(Settings settings) {
    for (var from : "abcdefgh".split("")) {
      for (var to : "abcdefgh".split("")) {
        var text = settings.text(from + "-" + to, "");
        if (!text.isEmpty()) {
          bytes.put(from + to, Integer.parseInt(text.split(" ")[0]));
          all.put(from + to, text.endsWith(" all"));
        }
      }
    }
  }

  @Override
  public Code open(Place place) {
    var me = place.calculation();
    return unit -> {
      for (var edge : bytes.entrySet()) {
        var from = edge.getKey().substring(0, 1);
        var to = edge.getKey().substring(1);
        boolean whole = Boolean.TRUE.equals(all.get(edge.getKey()));
        if (from.equals(me)) {
          for (int part = 0; part < unit.parts(to); part++) {
            double share = (place.to() - place.from()) * (whole ? 1 : 1.0 / unit.parts(to));
            var data = data(unit.number(), (int) Math.round(edge.getValue() * share));
            unit.send(to, part, data, 0, data.length);
          }
        } else if (to.equals(me)) {
          for (int part = 0; part < unit.parts(from); part++) {
            check(unit.number(), unit.input(from, part));
          }
        }
      }
    };
  }

  private static byte[] data(long unit, int length) {
    var data = new byte[length];
    for (int i = 0; i < length; i++) {
      data[i] = (byte) (unit + i);
    }
    return data;
  }

  private static void check(long unit, byte[] data) {
    // Late data may be of another unit: they are whole all the same.
    long of = data.length == 0 ? unit : data[0];
    var crc = new CRC32();
    crc.update(data);
    var expected = new CRC32();
    expected.update(data(of, data.length));
    if (crc.getValue() != expected.getValue()) {
      throw new IllegalStateException("wrong data in unit " + unit);
    }
  }
}

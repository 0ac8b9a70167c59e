package io.strait.farm;

import io.strait.fuzz.Samples;
import io.strait.model.text.InputException;
import java.util.List;

/** Files of comma-separated numbers. */
public final class CsvFuzz {
  private CsvFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    var file = Samples.file(input);
    try {
      CsvFile.column(file);
    } catch (InputException e) {
      // refused, as it should be
    }
    try {
      CsvFile.timeline(file, 1.0 / 3);
    } catch (InputException e) {
      // refused, as it should be
    }
  }

  static List<byte[]> seeds() {
    return Samples.texts(
        "0.5\n1e3\n\n# x\n2", "time,share\n0,1\n10,0.5\n", "0,1", "NaN,Infinity\n");
  }

  static List<String> words() {
    return List.of("NaN", "Infinity", "1e308", "4.9e-324", "0x1p3", "1d", "\r\n");
  }
}

package io.strait.fuzz;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Dimension;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Price;
import io.strait.model.quantity.QuantityException;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import io.strait.model.quantity.Unit;
import io.strait.model.quantity.Work;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Numbers with units: every input is read as each kind of them. */
public final class QuantityFuzz {
  private QuantityFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    var text = new String(input, StandardCharsets.UTF_8);
    check(text, Bandwidth::parse, Bandwidth::toString);
    check(text, Bytes::parse, Bytes::toString);
    check(text, Durations::parse, Durations::text);
    check(text, Fraction::parse, Fraction::toString);
    check(text, Price::parse, Price::toString);
    check(text, Rate::parse, Rate::toString);
    check(text, Speed::parse, Speed::toString);
    check(text, Work::parse, Work::toString);
  }

  private static <Q> void check(String text, Function<String, Q> read, Function<Q, String> write) {
    Q quantity;
    try {
      quantity = read.apply(text);
    } catch (QuantityException e) {
      return;
    }
    var written = write.apply(quantity);
    Samples.same(quantity, read.apply(written), written);
  }

  static List<byte[]> seeds() {
    return Samples.texts(
        "64 KiB",
        "21.0 KiB/s",
        "100 Mbit/s",
        "0.58e-3/s",
        "35/h",
        "0.2 ms",
        "1e9 s",
        "80%",
        "12 Gflop/s",
        "1 Gflop",
        "0.9/h",
        "-.5E+3 d",
        "1e308 B",
        "4.9e-324/d");
  }

  static List<String> words() {
    var words = new ArrayList<String>();
    for (var dimension : Dimension.values()) {
      words.addAll(List.of(Unit.symbols(dimension).split(", ")));
    }
    return words.stream().distinct().toList();
  }
}

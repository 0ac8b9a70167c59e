package io.strait.model.quantity;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A unit: its symbol, what it measures, and how many base units it is. */
public record Unit(String symbol, Dimension dimension, double factor) {

  private static final Map<Dimension, Map<String, Unit>> TABLE = table();

  /** The unit with this symbol in this dimension; null if there is none. */
  public static @Nullable Unit find(String symbol, Dimension dimension) {
    return units(dimension).get(symbol);
  }

  static List<Unit> all(Dimension dimension) {
    return List.copyOf(units(dimension).values());
  }

  /** The symbols of a dimension, for messages. */
  public static String symbols(Dimension dimension) {
    return String.join(", ", units(dimension).keySet());
  }

  private static Map<String, Unit> units(Dimension dimension) {
    return TABLE.getOrDefault(dimension, Map.of());
  }

  private static Map<Dimension, Map<String, Unit>> table() {
    var units = new ArrayList<Unit>();
    var sizes = new LinkedHashMap<String, Double>();
    sizes.put("B", 1.0);
    sizes.put("kB", 1e3);
    sizes.put("MB", 1e6);
    sizes.put("GB", 1e9);
    sizes.put("TB", 1e12);
    sizes.put("KiB", 0x1p10);
    sizes.put("MiB", 0x1p20);
    sizes.put("GiB", 0x1p30);
    sizes.put("TiB", 0x1p40);
    sizes.put("bit", 1.0 / 8);
    sizes.put("kbit", 1e3 / 8);
    sizes.put("Mbit", 1e6 / 8);
    sizes.put("Gbit", 1e9 / 8);
    sizes.put("Tbit", 1e12 / 8);
    sizes.forEach(
        (symbol, factor) -> {
          units.add(new Unit(symbol, Dimension.BYTES, factor));
          units.add(new Unit(symbol + "/s", Dimension.BANDWIDTH, factor));
        });
    var works = new LinkedHashMap<String, Double>();
    works.put("flop", 1.0);
    works.put("kflop", 1e3);
    works.put("Mflop", 1e6);
    works.put("Gflop", 1e9);
    works.put("Tflop", 1e12);
    works.put("Pflop", 1e15);
    works.forEach(
        (symbol, factor) -> {
          units.add(new Unit(symbol, Dimension.WORK, factor));
          units.add(new Unit(symbol + "/s", Dimension.SPEED, factor));
        });
    units.add(new Unit("/s", Dimension.RATE, 1));
    units.add(new Unit("/min", Dimension.RATE, 1.0 / 60));
    units.add(new Unit("/h", Dimension.RATE, 1.0 / 3600));
    units.add(new Unit("/d", Dimension.RATE, 1.0 / 86400));
    units.add(new Unit("/h", Dimension.PRICE, 1));
    units.add(new Unit("/min", Dimension.PRICE, 60));
    units.add(new Unit("/s", Dimension.PRICE, 3600));
    units.add(new Unit("/d", Dimension.PRICE, 1.0 / 24));
    units.add(new Unit("ns", Dimension.DURATION, 1e-9));
    units.add(new Unit("us", Dimension.DURATION, 1e-6));
    units.add(new Unit("ms", Dimension.DURATION, 1e-3));
    units.add(new Unit("s", Dimension.DURATION, 1));
    units.add(new Unit("min", Dimension.DURATION, 60));
    units.add(new Unit("h", Dimension.DURATION, 3600));
    units.add(new Unit("d", Dimension.DURATION, 86400));
    units.add(new Unit("%", Dimension.FRACTION, 0.01));
    var table = new EnumMap<Dimension, Map<String, Unit>>(Dimension.class);
    for (var unit : units) {
      table.computeIfAbsent(unit.dimension, d -> new LinkedHashMap<>()).put(unit.symbol, unit);
    }
    return table;
  }
}

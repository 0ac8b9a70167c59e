package io.strait.model.text;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * A value to print: maps with ordered keys, lists, texts and numbers, as JSON or as YAML. NaN,
 * which means "does not apply", prints as null. Infinity prints as {@link #UNLIMITED} in YAML, and
 * as null in JSON, which cannot express it.
 */
public final class Tree {
  public static final String UNLIMITED = "unlimited";

  private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

  public Tree put(String key, @Nullable Object value) {
    values.put(key, value);
    return this;
  }

  /** Puts the value unless it is null. */
  public Tree putIfPresent(String key, @Nullable Object value) {
    return value == null ? this : put(key, value);
  }

  public String json() {
    var out = new StringWriter();
    var context =
        new ObjectWriteContext.Base() {
          @Override
          public tools.jackson.core.PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
          }

          @Override
          public boolean hasPrettyPrinter() {
            return true;
          }
        };
    try (var generator = JsonFactory.builder().build().createGenerator(context, out)) {
      write(generator, this);
    }
    return out + "\n";
  }

  public String yaml() {
    var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.AUTO).setWidth(120).build();
    return new Dump(settings).dumpToString(plain(this));
  }

  private static void write(JsonGenerator generator, @Nullable Object value) {
    switch (value) {
      case null -> generator.writeNull();
      case Tree tree -> {
        generator.writeStartObject();
        tree.values.forEach(
            (key, child) -> {
              generator.writeName(key);
              write(generator, child);
            });
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        for (var item : list) {
          write(generator, item);
        }
        generator.writeEndArray();
      }
      case Double number when !Double.isFinite(number) -> generator.writeNull();
      case Double number -> generator.writeNumber(number);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Boolean truth -> generator.writeBoolean(truth);
      default -> generator.writeString(value.toString());
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Tree tree -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        tree.values.forEach((key, child) -> map.put(key, plain(child)));
        yield map;
      }
      case List<?> list -> {
        // A new list, even if empty: the printer makes aliases of objects it has seen.
        var items = new ArrayList<@Nullable Object>();
        list.forEach(item -> items.add(plain(item)));
        yield items;
      }
      case Double number when number == Double.POSITIVE_INFINITY -> UNLIMITED;
      case Double number when !Double.isFinite(number) -> null;
      case Number number -> number;
      case Boolean truth -> truth;
      default -> value.toString();
    };
  }
}

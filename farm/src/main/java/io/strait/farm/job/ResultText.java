package io.strait.farm.job;

import io.strait.farm.task.TaskSpec;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;

/** Says where results are, and shows them if they are short. */
final class ResultText {
  /** Numbers that are shown. */
  private static final int MOST_SHOWN = 4;

  private ResultText() {}

  static String of(Path results, TaskSpec task) {
    if (Files.isDirectory(results)) {
      return "results: %s, a file per task".formatted(results);
    }
    try {
      long size = Files.size(results);
      if (task.reduction().hasElements() && size <= (long) MOST_SHOWN * width(task.element())) {
        return "result: %s, %s %s"
            .formatted(
                results,
                task.element().name().toLowerCase(Locale.ROOT),
                numbers(Files.readAllBytes(results), task.element()));
      }
      return "result: %s, %s".formatted(results, new Bytes(size));
    } catch (IOException e) {
      return "result: " + results;
    }
  }

  private static int width(Element element) {
    return switch (element) {
      case FLOAT, INT -> 4;
      case DOUBLE, LONG -> 8;
    };
  }

  private static String numbers(byte[] bytes, Element element) {
    var in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    var words = new ArrayList<String>();
    while (in.remaining() >= width(element)) {
      words.add(
          switch (element) {
            case DOUBLE -> Double.toString(in.getDouble());
            case FLOAT -> Float.toString(in.getFloat());
            case INT -> Integer.toString(in.getInt());
            case LONG -> Long.toString(in.getLong());
          });
    }
    return String.join(" ", words);
  }
}

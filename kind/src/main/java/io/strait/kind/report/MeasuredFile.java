package io.strait.kind.report;

import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code measured.json} in the folder of a stage: what was measured of it. A stage that has one is
 * not run again.
 */
public final class MeasuredFile {
  private static final String NAME = "measured.json";

  private final Map<String, String> entries;

  private MeasuredFile(Map<String, String> entries) {
    this.entries = entries;
  }

  /** Writes it, with its keys in alphabetical order. */
  public static void write(Path folder, Map<String, ?> entries) throws IOException {
    var texts = new TreeMap<String, String>();
    entries.forEach((key, value) -> texts.put(key, String.valueOf(value)));
    RunFolder.write(folder.resolve(NAME), texts);
  }

  /** Reads it; without entries if it is not there. */
  public static MeasuredFile read(Path folder) throws IOException {
    return new MeasuredFile(RunFolder.read(folder.resolve(NAME)));
  }

  /**
   * @throws NumberFormatException if there is none
   */
  public double number(String key) {
    return Double.parseDouble(entries.getOrDefault(key, ""));
  }

  /**
   * @throws NumberFormatException if there is none
   */
  public long whole(String key) {
    return Long.parseLong(entries.getOrDefault(key, ""));
  }

  public boolean isTrue(String key) {
    return Boolean.parseBoolean(entries.get(key));
  }
}

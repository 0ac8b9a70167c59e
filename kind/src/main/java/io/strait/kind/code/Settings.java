package io.strait.kind.code;

import io.strait.model.quantity.PlainNumber;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the app file gives to user code: texts under {@code with}, and files. User code asks for the
 * settings that it knows; a setting that it never asks for is a mistake in the app file.
 *
 * <p>This class is part of the public face for user code.
 */
public final class Settings {
  private final int tasks;
  private final Map<String, String> with;
  private final List<SharedFile> files;
  private final List<LargeFile> large;
  private final Set<String> asked = new LinkedHashSet<>();

  public Settings(
      int tasks, Map<String, String> with, List<SharedFile> files, List<LargeFile> large) {
    this.tasks = tasks;
    this.with = with;
    this.files = files;
    this.large = large;
  }

  /** Settings of code that has no tasks and no files. */
  public static Settings of(Map<String, String> with) {
    return new Settings(0, with, List.of(), List.of());
  }

  /** The number of tasks. */
  public int tasks() {
    return tasks;
  }

  /** A text, with a default. */
  public String text(String key, String otherwise) {
    asked.add(key);
    @Nullable String text = with.get(key);
    return text == null ? otherwise : text;
  }

  /** A whole number within limits, with a default. */
  public int whole(String key, int otherwise, int least, int most) {
    var text = text(key, Integer.toString(otherwise));
    try {
      long number = PlainNumber.whole(text);
      if (number >= least && number <= most) {
        return (int) number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw wrong(key, "a whole number from %d to %d".formatted(least, most));
  }

  /** A number within limits, with a default. */
  public double number(String key, double otherwise, double least, double most) {
    var text = text(key, Double.toString(otherwise));
    try {
      double number = PlainNumber.decimal(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw wrong(key, "a number from %s to %s".formatted(least, most));
  }

  /** One of several words. The first is the default. */
  public String choice(String key, String... words) {
    var text = text(key, words[0]);
    if (Arrays.asList(words).contains(text)) {
      return text;
    }
    throw wrong(key, "one of: " + String.join(", ", words));
  }

  /** The content of a file that the app file names under {@code files}. */
  public byte[] file(String name) {
    for (var file : files) {
      if (file.name().equals(name)) {
        return file.content().clone();
      }
    }
    if (large.stream().anyMatch(file -> file.name().equals(name))) {
      throw new WrongSetting(
          null,
          "the file '%s' is too large to be read at once, expected a class that asks for its path"
              .formatted(name));
    }
    throw missing(name);
  }

  private static WrongSetting missing(String name) {
    return new WrongSetting(
        null, "there is no file '%s', expected files: [%s]".formatted(name, name));
  }

  /**
   * Where a large file lies that the app file names under {@code files}; it must not be changed.
   * Empty if it is small: then {@link #file} has it.
   */
  public Optional<Path> path(String name) {
    for (var file : large) {
      if (file.name().equals(name)) {
        return Optional.of(file.place());
      }
    }
    if (files.stream().noneMatch(file -> file.name().equals(name))) {
      throw missing(name);
    }
    return Optional.empty();
  }

  /** The exception to throw when a setting is wrong. */
  public IllegalArgumentException wrong(String key, String expected) {
    return new WrongSetting(
        key, "%s is '%s', expected %s".formatted(key, with.getOrDefault(key, ""), expected));
  }

  /** Refuses settings that the user code did not ask for. */
  void check() {
    for (var key : with.keySet()) {
      if (!asked.contains(key)) {
        throw new WrongSetting(
            key,
            "unknown setting '%s', expected %s"
                .formatted(key, asked.isEmpty() ? "none" : "one of: " + String.join(", ", asked)));
      }
    }
  }

  /** A mistake under {@code with}, at a key if there is one. */
  public static final class WrongSetting extends IllegalArgumentException {
    public final @Nullable String key;

    WrongSetting(@Nullable String key, String message) {
      super(message);
      this.key = key;
    }
  }
}

package io.strait.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Good inputs, taken from the examples and from the schemas, and inputs as files. */
public final class Samples {
  private static final Pattern KEY = Pattern.compile("\"([a-z_-]+)\"\\s*:\\s*\\{");

  private static final List<String> YAML =
      List.of(
          "---",
          "...",
          "%YAML 1.2",
          "!!str",
          "&a",
          "*a",
          "? ",
          ": ",
          "- ",
          "|",
          ">-",
          "<<: ",
          "{}",
          "[]",
          "\\uD800",
          "\\0",
          "\\U0010FFFF",
          "\"",
          "'",
          "#",
          "\t",
          "\r\n",
          "\u2028",
          "\ufeff");

  private static final class Temporary {
    static final Path FILE = create();

    private static Path create() {
      try {
        var file = Files.createTempFile("fuzz", ".input");
        file.toFile().deleteOnExit();
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Samples() {}

  /** The root of the project. */
  public static Path root() {
    return Path.of(System.getProperty("strait.root", "..")).toAbsolutePath().normalize();
  }

  /** The contents of all files of this name in the examples; the name may hold {@code *}. */
  public static List<byte[]> examples(String name) {
    var matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
    var found = new ArrayList<byte[]>();
    try (var files = Files.walk(root().resolve("examples"))) {
      for (var file : files.filter(f -> matcher.matches(f.getFileName())).sorted().toList()) {
        found.add(Files.readAllBytes(file));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Texts as inputs. */
  public static List<byte[]> texts(String... texts) {
    return List.of(texts).stream().map(t -> t.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** The keys that a schema of {@code docs/schema} knows, and what YAML is made of. */
  public static List<String> keys(String schema) {
    try {
      var text = Files.readString(root().resolve("docs/schema").resolve(schema + ".schema.json"));
      var keys = KEY.matcher(text).results().map(r -> r.group(1)).distinct();
      return Stream.concat(keys, YAML.stream()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file that holds this input; the next call writes the same file. */
  public static Path file(byte[] input) {
    try {
      return Files.write(Temporary.FILE, input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails unless both are the same. */
  public static void same(Object read, Object again, String text) {
    if (!read.equals(again)) {
      throw new AssertionError(
          "read back differently:\n%s\n%s\nwritten as\n%s".formatted(read, again, text));
    }
  }
}

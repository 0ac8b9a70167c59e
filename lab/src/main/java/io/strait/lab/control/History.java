package io.strait.lab.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** The file in a lab's folder that tells which faults happened when. */
public record History(Path file) implements Consumer<String> {
  /** Its name in the lab's folder. */
  public static final String NAME = "faults.tsv";

  /** Something that happened. */
  public record Event(Instant at, String what) {}

  @Override
  public void accept(String what) {
    try {
      Files.writeString(
          file,
          "%s\t%s%n".formatted(Instant.now(), what),
          UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What happened so far. */
  public List<Event> read() throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file, UTF_8).stream()
            .map(line -> line.split("\t", 2))
            .map(parts -> new Event(Instant.parse(parts[0]), parts[1]))
            .toList()
        : List.of();
  }
}

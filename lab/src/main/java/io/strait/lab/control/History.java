package io.strait.lab.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.lab.fault.Fault;
import io.strait.lab.fault.Injector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

/**
 * The file in a lab's folder that tells which faults happened when: lines of a time, {@code begin}
 * or {@code end}, and the fault, with tabs between.
 */
public record History(Path file) implements Injector.Witness {
  /** Its name in the lab's folder. */
  public static final String NAME = "faults.tsv";

  private static final String BEGIN = "begin";
  private static final String END = "end";

  /** A fault happened, or ended by itself. */
  public record Event(Instant at, boolean isEnd, Fault fault) {}

  @Override
  public void happened(Fault fault) {
    write(BEGIN, fault);
  }

  @Override
  public void ended(Fault fault) {
    write(END, fault);
  }

  private void write(String word, Fault fault) {
    try {
      Files.writeString(
          file,
          "%s\t%s\t%s%n".formatted(Instant.now(), word, fault),
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
            .map(line -> line.split("\t", 3))
            .map(p -> new Event(Instant.parse(p[0]), p[1].equals(END), Fault.parse(p[2])))
            .toList()
        : List.of();
  }
}

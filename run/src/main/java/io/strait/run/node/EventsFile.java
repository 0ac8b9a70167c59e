package io.strait.run.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.run.farm.Message;
import io.strait.run.farm.Observer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens to the events of a run's folder; docs/run-folder.md specifies the lines.
 * Views need them, and nothing else: where they cannot be written, the run goes on without.
 */
public final class EventsFile implements Observer, AutoCloseable {
  /** The name of the file in a run's folder. */
  public static final String NAME = "events.tsv";

  /** The first word of the file. */
  public static final String VERSION = "strait-events";

  private static final int MOST_HEADER = 200;

  private final BufferedWriter out;
  private final double scale;
  private final long zero;
  private final RunLog log;
  private final Map<List<String>, Integer> numbers = new HashMap<>();
  private int finished = -1;
  private boolean broken;

  private EventsFile(BufferedWriter out, double scale, long zero, RunLog log) {
    this.out = out;
    this.scale = scale;
    this.zero = zero;
    this.log = log;
  }

  /**
   * Begins a file, or goes on with that of a former life.
   *
   * @param scale the run's clock is so many times faster than life
   */
  public static EventsFile open(Path folder, int tasks, double scale, RunLog log)
      throws IOException {
    var file = folder.resolve(NAME);
    var now = Instant.now();
    @Nullable Instant began = Files.exists(file) ? began(file) : null;
    if (began == null) {
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    long before = began == null ? 0 : Duration.between(began, now).toNanos();
    var out = Files.newBufferedWriter(file, UTF_8, StandardOpenOption.APPEND);
    var events = new EventsFile(out, scale, System.nanoTime() - before, log);
    if (began == null) {
      events.line("%s\t1\t%d\t%s\t%s".formatted(VERSION, tasks, plain(scale), now));
    } else {
      events.line(""); // perhaps the last line was torn
    }
    events.line("n\t0\t-1\tmaster\tmaster");
    events.mark(began == null ? "the master began" : "the master began again");
    return events;
  }

  private static @Nullable Instant began(Path file) throws IOException {
    try (var in = Files.newBufferedReader(file, UTF_8)) {
      var header = new char[MOST_HEADER];
      int read = in.read(header);
      var words = new String(header, 0, Math.max(0, read)).lines().findFirst().orElse("");
      var fields = words.split("\t", -1);
      return fields.length == 5 && fields[0].equals(VERSION) ? Instant.parse(fields[4]) : null;
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? "%.0f".formatted(number) : Double.toString(number);
  }

  private void line(String text) {
    if (broken) {
      return;
    }
    try {
      out.write(text);
      out.write('\n');
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException e) {
    broken = true;
    log.note(
        io.strait.run.farm.Host.Level.WARNING,
        "master",
        "events are not written any more: " + e.getMessage());
  }

  /** Milliseconds of the run's clock at a time of {@link System#nanoTime}. */
  private long time(long nanos) {
    return Math.max(0, Math.round((nanos - zero) * scale * 1e-6));
  }

  private long length(long nanos) {
    return Math.round(nanos * scale * 1e-6);
  }

  private int number(List<String> path, Message.@Nullable Role known) {
    @Nullable Integer number = numbers.get(path);
    if (number != null) {
      return number;
    }
    int parent =
        path.size() == 1 ? 0 : number(path.subList(0, path.size() - 1), Message.Role.GATEWAY);
    int fresh = numbers.size() + 1;
    numbers.put(new ArrayList<>(path), fresh);
    var role = known == null ? Message.Role.WORKER : known;
    line(
        "n\t%d\t%d\t%s\t%s"
            .formatted(fresh, parent, role.name().toLowerCase(Locale.ROOT), text(path.getLast())));
    return fresh;
  }

  private static String text(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  @Override
  public synchronized void joined(String child, Message.Role role) {
    int number = number(List.of(child), role);
    line("+\t%d\t%d".formatted(time(System.nanoTime()), number));
  }

  @Override
  public synchronized void gone(String child, String why) {
    int number = number(List.of(child), null);
    line("-\t%d\t%d\t%s".formatted(time(System.nanoTime()), number, text(why)));
  }

  @Override
  public synchronized void traced(List<String> path, Message.Trace trace) {
    long now = System.nanoTime();
    int number = number(path, null);
    switch (trace.event()) {
      case JOINED -> line("+\t%d\t%d".formatted(time(now), number));
      case GONE -> line("-\t%d\t%d\tits connection is gone".formatted(time(now), number));
      case NONE -> {}
    }
    for (int i = 0; i < trace.tasks().length; i++) {
      line(
          "t\t"
              + time(now - trace.ago()[i])
              + '\t'
              + number
              + '\t'
              + trace.tasks()[i]
              + '\t'
              + length(trace.took()[i])
              + (trace.failed()[i] ? "\tfailed" : "\tok"));
    }
    if (trace.many() > 0) {
      line(
          "b\t%d\t%d\t%d\t%d\t%d"
              .formatted(
                  time(now), number, trace.many(), length(trace.span()), length(trace.busy())));
    }
    if (trace.up() > 0 || trace.down() > 0) {
      line("l\t%d\t%d\t%d\t%d".formatted(time(now), number, trace.up(), trace.down()));
    }
  }

  /** Notes how many tasks are finished, and lets everything get to the file. */
  public synchronized void sample(int done) {
    if (done != finished) {
      finished = done;
      line("f\t%d\t%d".formatted(time(System.nanoTime()), done));
    }
    if (!broken) {
      try {
        out.flush();
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  /** Notes something worth a mark. */
  public synchronized void mark(String what) {
    line("m\t%d\t%s".formatted(time(System.nanoTime()), text(what)));
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      if (!broken) {
        failed(e);
      }
    }
  }
}

package io.strait.farm.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.farm.event.FailureText;
import io.strait.farm.message.Message;
import io.strait.farm.protocol.Observer;
import io.strait.model.text.Printable;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.BitSet;
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

  /** The mark of every life of the master but the first. */
  public static final String AGAIN = "the master began again";

  /** Warnings of nodes that get a mark, in every life of the master. */
  private static final int MOST_NOTICES = 50;

  /** Failures that are told with their output, in every life of the master. */
  private static final int MOST_FAILURES = 200;

  /** The most tasks that a worker computes at a time. */
  private static final double MOST_CORES = 4096;

  private final BufferedWriter out;
  private final double scale;
  private final long zero;
  private final FarmLog log;
  private final Map<List<String>, Integer> numbers = new HashMap<>();

  /** Which numbers are those of workers. */
  private final BitSet workers = new BitSet();

  /** Which have lines about tasks, so that they cannot be gateways. */
  private final BitSet computed = new BitSet();

  private int finished = -1;
  private int notices;
  private int failures;
  private boolean broken;

  private EventsFile(BufferedWriter out, double scale, long zero, FarmLog log) {
    this.out = out;
    this.scale = scale;
    this.zero = zero;
    this.log = log;
  }

  /**
   * Begins a file, or goes on with that of an earlier master.
   *
   * @param scale the run's clock is so many times faster than life
   */
  public static EventsFile open(Path folder, int tasks, double scale, FarmLog log)
      throws IOException {
    var file = folder.resolve(NAME);
    var now = Instant.now();
    @Nullable Former former = Files.exists(file) ? Former.read(file) : null;
    if (former == null) {
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    long before = former == null ? 0 : former.age(now, scale);
    var out = Files.newBufferedWriter(file, UTF_8, StandardOpenOption.APPEND);
    var events = new EventsFile(out, scale, System.nanoTime() - before, log);
    if (former == null) {
      events.line("%s\t1\t%d\t%s\t%s".formatted(VERSION, tasks, plain(scale), now));
      events.line("n\t0\t-1\tmaster\tmaster");
    } else {
      events.numbers.putAll(former.numbers);
      events.workers.or(former.workers);
      events.computed.or(former.computed);
    }
    events.mark(former == null ? "the master began" : AGAIN);
    return events;
  }

  /** What an earlier master wrote: numbers of nodes never change their meaning. */
  private record Former(
      Instant began,
      long last,
      Map<List<String>, Integer> numbers,
      BitSet workers,
      BitSet computed) {
    /** Nanoseconds since it began; an emulated clock stands still while no master lives. */
    long age(Instant now, double scale) {
      return scale == 1
          ? Duration.between(began, now).toNanos()
          : (long) Math.ceil(last * 1e6 / scale);
    }

    /** Reads a file and cuts off a torn last line; null where it does not begin as it should. */
    static @Nullable Former read(Path file) throws IOException {
      var numbers = new HashMap<List<String>, Integer>();
      var paths = new HashMap<String, List<String>>();
      paths.put("0", List.of());
      var workers = new BitSet();
      var computed = new BitSet();
      @Nullable Instant began = null;
      long last = 0;
      long whole = 0;
      try (var in = new BufferedInputStream(Files.newInputStream(file))) {
        for (var line = line(in); line != null; line = line(in)) {
          whole += line.length + 1L;
          var fields = new String(line, UTF_8).split("\t", -1);
          if (began == null) {
            if (fields.length != 5 || !fields[0].equals(VERSION)) {
              return null;
            }
            began = Instant.parse(fields[4]);
            continue;
          }
          if (fields.length > 2 && !fields[0].equals("n")) {
            last = Math.max(last, number(fields[1]));
          }
          if (fields.length == 5 && fields[0].equals("n") && paths.containsKey(fields[2])) {
            var path = new ArrayList<>(paths.get(fields[2]));
            path.add(fields[4]);
            paths.put(fields[1], path);
            numbers.put(path, Integer.valueOf(fields[1]));
            workers.set(Integer.parseInt(fields[1]), fields[3].equals("worker"));
          } else if (fields.length == 6 && (fields[0].equals("t") || fields[0].equals("b"))) {
            computed.set((int) Math.min(numbers.size(), number(fields[2])));
          }
        }
      } catch (DateTimeParseException | NumberFormatException | IndexOutOfBoundsException e) {
        return null;
      }
      if (began == null) {
        return null;
      }
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(whole);
      }
      return new Former(began, last, numbers, workers, computed);
    }

    /** A number of a line about which nothing else is known; 0 if it is none. */
    private static long number(String text) {
      return text.matches("\\d{1,15}") ? Long.parseLong(text) : 0;
    }

    /** The next line without its end; null where there is none that is whole. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
      var line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          return line.toByteArray();
        }
        line.write(b);
      }
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
        io.strait.farm.protocol.Host.Level.WARNING,
        "master",
        "no more events are written: " + e.getMessage());
  }

  /** Milliseconds of the run's clock at a time of {@link System#nanoTime}. */
  private long time(long nanos) {
    return length(nanos - zero);
  }

  /** A time some way back, but never before the run began, whatever a child says. */
  private long time(long nanos, long ago) {
    return time(nanos - Math.clamp(ago, 0, nanos - zero));
  }

  private long length(long nanos) {
    return Math.round(Math.max(0, nanos) * scale * 1e-6);
  }

  /** What a child says that something took, at most as long as the run. */
  private long length(long nanos, long now) {
    return length(Math.min(nanos, now - zero));
  }

  /**
   * The number of a node, which gets a line when it is new, or turns out to be a gateway.
   *
   * @param known null where only workers are spoken of so
   */
  private int number(List<String> names, Message.@Nullable Role known) {
    var path = names.stream().map(EventsFile::text).toList();
    @Nullable Integer number = numbers.get(path);
    if (number != null
        && !(known == Message.Role.GATEWAY && workers.get(number) && !computed.get(number))) {
      return number;
    }
    int parent =
        path.size() == 1 ? 0 : number(path.subList(0, path.size() - 1), Message.Role.GATEWAY);
    int own = number == null ? numbers.size() + 1 : number;
    numbers.put(path, own);
    var role = known == null ? Message.Role.WORKER : known;
    workers.set(own, role == Message.Role.WORKER);
    line(
        "n\t%d\t%d\t%s\t%s"
            .formatted(own, parent, role.name().toLowerCase(Locale.ROOT), path.getLast()));
    return own;
  }

  private static String text(String text) {
    return Printable.line(text);
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
  public synchronized void silent(String child, long nanos) {
    int number = number(List.of(child), null);
    long now = System.nanoTime();
    line("s\t%d\t%d\t%d".formatted(time(now), number, length(nanos, now)));
  }

  @Override
  public synchronized void handedBack(String child, int tasks) {
    int number = number(List.of(child), null);
    line("r\t%d\t%d\t%d".formatted(time(System.nanoTime()), number, tasks));
  }

  @Override
  public synchronized void traced(List<String> path, Message.Trace trace) {
    long now = System.nanoTime();
    boolean gateway = trace.event() == Message.Trace.Event.GATEWAY_JOINED;
    int number = number(path, gateway ? Message.Role.GATEWAY : null);
    switch (trace.event()) {
      case JOINED, GATEWAY_JOINED -> line("+\t%d\t%d".formatted(time(now), number));
      case GONE -> line("-\t%d\t%d\t%s".formatted(time(now), number, gone(trace.why())));
      case NONE -> {}
    }
    // Gateways compute nothing.
    boolean computes = workers.get(number) && (trace.tasks().length > 0 || trace.many() > 0);
    computed.set(number, computes || computed.get(number));
    int tasks = computes ? trace.tasks().length : 0;
    for (int i = 0; i < tasks; i++) {
      line(
          "t\t"
              + time(now, trace.ago()[i])
              + '\t'
              + number
              + '\t'
              + trace.tasks()[i]
              + '\t'
              + length(trace.took()[i], now)
              + (trace.failed()[i] ? "\tfailed" : "\tok"));
    }
    if (trace.many() > 0 && computes) {
      long span = Math.clamp(trace.span(), 0, now - zero);
      line(
          "b\t%d\t%d\t%d\t%d\t%d"
              .formatted(
                  time(now),
                  number,
                  trace.many(),
                  length(span),
                  length(Math.min(trace.busy(), (long) (MOST_CORES * span)))));
    }
    if (trace.up() > 0 || trace.down() > 0) {
      line(
          "l\t%d\t%d\t%d\t%d"
              .formatted(time(now), number, Math.max(0, trace.up()), Math.max(0, trace.down())));
    }
  }

  private static String gone(String why) {
    return why.isEmpty() ? "its connection is gone" : text(why);
  }

  @Override
  public synchronized void noticed(List<String> path, String text) {
    if (++notices <= MOST_NOTICES) {
      mark("%s: %s".formatted(String.join("/", path), text));
    }
    if (notices == MOST_NOTICES) {
      mark("more warnings are in the log");
    }
  }

  @Override
  public synchronized void failed(int task, String output) {
    if (++failures <= MOST_FAILURES) {
      line("x\t%d\t%d\t%s".formatted(time(System.nanoTime()), task, FailureText.field(output)));
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

package io.strait.program.measure;

import io.strait.measure.MedianInterval;
import io.strait.measure.command.CommandRun;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Shows what was measured of a command. */
record MeasuredText(Measured measured) {
  private static final int DIGITS = 3;
  private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB");

  private static final Figure READ =
      new Figure("read", "read_bytes", CommandRun::read, MeasuredText::bytes);
  private static final Figure WRITTEN =
      new Figure("written", "written_bytes", CommandRun::written, MeasuredText::bytes);
  private static final Figure MEMORY =
      new Figure("memory", "memory_bytes", CommandRun::memory, MeasuredText::bytes);

  private static final Figure SHARE = new Figure("share", "cpu", CommandRun::cpu, Numbers::percent);

  /** In the order of the columns. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("wall", "wall_s", CommandRun::seconds, MeasuredText::time),
          new Figure("cpu", "cpu_s", CommandRun::cpuSeconds, MeasuredText::time),
          SHARE,
          new Figure("waiting", "wait_s", CommandRun::waitSeconds, MeasuredText::time),
          READ,
          WRITTEN,
          MEMORY);

  /**
   * A figure of a run.
   *
   * @param key in JSON
   */
  private record Figure(
      String title, String key, ToDoubleFunction<CommandRun> value, DoubleFunction<String> text) {}

  /** For people, without what the file says. */
  String text(Style style) {
    var titles = new ArrayList<>(List.of("run"));
    for (var figure : FIGURES) {
      titles.add(" " + figure.title);
    }
    var table = new Table(titles.toArray(String[]::new));
    int number = 0;
    for (var run : measured.runs().runs()) {
      number++;
      row(table, Integer.toString(number), f -> f.text.apply(f.value.applyAsDouble(run)));
    }
    table.gap();
    row(table, "median", f -> f.text.apply(interval(f).median()));
    row(table, "95 % from", f -> f.text.apply(Math.max(0, interval(f).low())));
    row(table, "to", f -> f.text.apply(interval(f).high()));
    var out = new StringBuilder(table.print(style)).append('\n');
    out.append(style.bold(verdict())).append('\n');
    notes().forEach(note -> out.append(note).append('\n'));
    return out.toString();
  }

  private static void row(Table table, String name, Function<Figure, String> cell) {
    var cells = new ArrayList<>(List.of(name));
    for (var figure : FIGURES) {
      cells.add(cell.apply(figure));
    }
    table.row(cells.toArray(String[]::new));
  }

  private MedianInterval interval(Figure figure) {
    var interval = measured.runs().of(figure.value);
    return figure.equals(SHARE)
        ? new MedianInterval(
            measured.share(interval.median()),
            measured.share(interval.low()),
            measured.share(interval.high()))
        : interval;
  }

  /** In one sentence. */
  String verdict() {
    var seconds = measured.runs().seconds();
    var computing =
        measured.isOnSeveralCores()
            ? "computing on %.1f cores at once".formatted(measured.cores())
            : "%s of it computing".formatted(Numbers.percent(measured.cpu()));
    double read = interval(READ).median();
    double written = interval(WRITTEN).median();
    var bytes =
        Double.isNaN(read + written)
            ? ""
            : "; it reads %s and writes %s".formatted(bytes(read), bytes(written));
    return "`%s` takes %s%s, %s%s"
        .formatted(measured.name(), time(seconds.median()), within(" (± %s)"), computing, bytes);
  }

  /** How exactly the run time is known, or nothing if it was measured once. */
  private String within(String format) {
    double relative = measured.runs().seconds().relative();
    return Double.isNaN(relative) ? "" : format.formatted(percent(relative));
  }

  /**
   * At least a tenth of a percent, for nothing is known more exactly, and at most half, for more
   * says nothing.
   */
  private static String percent(double share) {
    if (share > 0.5) {
      return "more than 50 %";
    }
    return share < 0.01 ? "%.1f %%".formatted(Math.max(0.1, 100 * share)) : Numbers.percent(share);
  }

  /** What a reader of the figures should know. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    if (measured.isOnSeveralCores()) {
      notes.add(
          "It computes on %.1f cores at once: an app file says cpu: 100%% at most."
              .formatted(measured.cores()));
    }
    if (measured.isDisturbed()) {
      notes.add(
          "For %s of its time other programs had the core that it needed. That is left out of the figures but for wall: measure again when the machine is quiet."
              .formatted(Numbers.percent(measured.disturbed())));
    }
    if (measured.isUncertain()) {
      notes.add("The time is known to no better than ± 50 %: measure more often (--repeat).");
    }
    @Nullable Path input = measured.runs().command().input();
    if (input != null && measured.runs().of(CommandRun::input).median() == 0) {
      notes.add(
          "It read nothing of its standard input; a file that is mapped into memory does not"
              + " count.");
    }
    return notes;
  }

  /** How it was measured, in a line for the file. */
  String comment(String day, String host) {
    int count = measured.runs().runs().size();
    var several =
        measured.isOnSeveralCores() ? " (%.1f cores at once)".formatted(measured.cores()) : "";
    return "%s %s on %s, %d run%s: %s%s, cpu %s%s; read %s, wrote %s, memory %s%s"
        .formatted(
            mark(measured.name()),
            day,
            host,
            count,
            count == 1 ? "" : "s",
            time(measured.seconds()),
            within(" ± %s (95 %%)"),
            Numbers.percent(measured.share(measured.cores())),
            several,
            bytes(interval(READ).median()),
            bytes(interval(WRITTEN).median()),
            bytes(interval(MEMORY).median()),
            (measured.isDisturbed()
                    ? "; disturbed: without a core for %s of its time, which is left out"
                        .formatted(Numbers.percent(measured.disturbed()))
                    : "")
                + (measured.isUncertain() ? "; uncertain: measure more often" : ""));
  }

  /** How a comment on a calculation starts. */
  static String mark(String name) {
    return name + ": measured by strait on";
  }

  /**
   * For programs.
   *
   * @param written the app file, if there is one
   */
  String json(@Nullable Path written) {
    var tree =
        new Tree()
            .put("name", measured.name())
            .put("command", measured.runs().command().words())
            .put("runs", measured.runs().runs().stream().map(MeasuredText::tree).toList());
    for (var figure : FIGURES) {
      var interval = interval(figure);
      tree.put(
          figure.key,
          new Tree()
              .put("median", interval.median())
              .put("low", interval.low())
              .put("high", interval.high()));
    }
    return tree.put("input_bytes", measured.runs().of(CommandRun::input).median())
        .put("output_bytes", measured.runs().of(CommandRun::output).median())
        .put("verdict", verdict())
        .put("notes", notes())
        .putIfPresent("written", written)
        .json();
  }

  private static Tree tree(CommandRun run) {
    var tree = new Tree();
    for (var figure : FIGURES) {
      tree.put(figure.key, figure.value.applyAsDouble(run));
    }
    return tree.put("time_s", run.aloneSeconds())
        .put("core_wait_s", run.queueSeconds())
        .put("disk_read_bytes", run.diskRead())
        .put("disk_written_bytes", run.diskWritten())
        .put("input_bytes", run.input())
        .put("output_bytes", run.output());
  }

  private static String time(double seconds) {
    if (seconds == 0) {
      return "0 s";
    }
    return seconds >= 1 && seconds < 60 ? "%.3g s".formatted(seconds) : Durations.rounded(seconds);
  }

  private static String bytes(double count) {
    if (!Double.isFinite(count) || count < 1000) {
      return Double.isFinite(count) ? "%.0f B".formatted(count) : "–";
    }
    double rounded = Measured.rounded(count, DIGITS);
    int power = Math.min((int) (Math.log10(rounded) / 3 + 1e-9), UNITS.size());
    var number = BigDecimal.valueOf(rounded / Math.pow(1000, power)).round(new MathContext(DIGITS));
    return "%s %s".formatted(number.toPlainString(), UNITS.get(power - 1));
  }
}

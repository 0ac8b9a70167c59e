package io.strait.farm.measure;

import io.strait.farm.file.FarmApp;
import io.strait.measure.SampleStatistics;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.text.TextEdit;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Shows what was measured of an app, and puts it into the app file. */
public record MeasureText(FarmApp app, AppMeasurement measured, LocalDate day) {
  private static final String MARK = "Measured by strait";

  /** Spread of the times from which on the mean of a few tasks says little. */
  private static final double MUCH = 0.5;

  /** What the app file is to say. */
  private Map<String, String> values() {
    return values(
        bytes(measured.input().mean()),
        bytes(measured.output().mean()),
        measured.work().toString(),
        measured.masterWork().toString());
  }

  private static Map<String, String> values(String... texts) {
    var values = new LinkedHashMap<String, String>();
    values.put("input", texts[0]);
    values.put("output", texts[1]);
    values.put("work", texts[2]);
    values.put("master-work", texts[3]);
    return values;
  }

  private String comment() {
    var seconds = measured.seconds();
    return "%s on %s: %s, %s each (mean %s, deviation %s), on a core of %s; input %s, output %s"
        .formatted(
            MARK,
            day,
            count(),
            range(seconds, Durations::rounded),
            Durations.rounded(seconds.mean()),
            Numbers.percent(seconds.relative()),
            measured.speed(),
            range(measured.input(), MeasureText::bytes),
            range(measured.output(), MeasureText::bytes));
  }

  private String count() {
    int count = measured.seconds().count();
    return "%,d of %,d tasks".formatted(count, app.tasks());
  }

  private static String range(SampleStatistics spread, DoubleFunction<String> text) {
    return spread.least() == spread.most()
        ? text.apply(spread.mean())
        : text.apply(spread.least()) + " to " + text.apply(spread.most());
  }

  private static String bytes(double count) {
    return new Bytes(Math.rint(count)).toString();
  }

  /** Complains about a file that cannot be changed in place. */
  public static void trial(String source, String text) {
    TextEdit.set(source, text, values("1 B", "1 B", "1 flop", "1 flop"), MARK, MARK);
  }

  /** The text of the app file with what was measured. */
  public String edited(String source, String text) {
    return TextEdit.set(source, text, values(), comment(), MARK);
  }

  /**
   * For people.
   *
   * @param written whether the app file has it already
   */
  public String text(boolean written, Style style) {
    var out = new StringBuilder();
    out.append(style.bold(app.name()))
        .append(
            ": %s measured, one at a time on one of %d cores of %s%n%n"
                .formatted(count(), measured.cores(), measured.speed()));
    var table = new Table("per task", " mean", " median", " least", " most", " deviation");
    row(table, "time", measured.seconds(), Durations::rounded);
    row(table, "input", measured.input(), MeasureText::bytes);
    row(table, "output", measured.output(), MeasureText::bytes);
    out.append(table.print(style));
    var master = measured.master();
    out.append(
        "master: %s per task (input %s, combining %s, journal %s)%n"
            .formatted(
                time(master.seconds()),
                time(master.input()),
                time(master.combining()),
                time(master.journal())));
    if (measured.seconds().relative() > MUCH && measured.seconds().count() < app.tasks()) {
      out.append("The tasks differ much: more of them (--tasks, --seconds) give a better mean.\n");
    }
    out.append('\n');
    if (!written) {
      out.append(style.dim("for the app file (--write puts it there):")).append('\n');
      out.append("# ").append(comment()).append('\n');
      values().forEach((key, value) -> out.append(key + ": " + value + "\n"));
      out.append('\n');
    }
    out.append(style.dim("for this host in a grid file:")).append('\n');
    out.append(
        "rate: {%s: %s}, master-rate: {%s: %s}%n"
            .formatted(app.name(), measured.rate(), app.name(), measured.masterRate()));
    return out.toString().replace("\r", "");
  }

  private static String time(double seconds) {
    return seconds == 0 ? "none" : Durations.rounded(seconds);
  }

  private static void row(
      Table table, String name, SampleStatistics spread, DoubleFunction<String> text) {
    table.row(
        name,
        text.apply(spread.mean()),
        text.apply(spread.median()),
        text.apply(spread.least()),
        text.apply(spread.most()),
        Numbers.percent(spread.relative()));
  }

  /**
   * For programs.
   *
   * @param written the app file, if it was changed
   */
  public String json(@Nullable Path written) {
    var master = measured.master();
    return new Tree()
        .put("app", app.name())
        .put("tasks", app.tasks())
        .put("measured_tasks", measured.seconds().count())
        .put("time_s", tree(measured.seconds()))
        .put("input_bytes", tree(measured.input()))
        .put("output_bytes", tree(measured.output()))
        .put(
            "master_s",
            new Tree()
                .put("total", master.seconds())
                .put("input", master.input())
                .put("combining", master.combining())
                .put("journal", master.journal()))
        .put("speed_flop_s", measured.speed().flopPerSecond())
        .put("cores", measured.cores())
        .put("work_flop", measured.work().flop())
        .put("master_work_flop", measured.masterWork().flop())
        .put("rate", measured.rate().perSecond())
        .put("master_rate", measured.masterRate().perSecond())
        .putIfPresent("written", written == null ? null : written.toString())
        .json();
  }

  private static Tree tree(SampleStatistics spread) {
    return new Tree()
        .put("mean", spread.mean())
        .put("median", spread.median())
        .put("least", spread.least())
        .put("most", spread.most())
        .put("deviation", spread.deviation());
  }
}

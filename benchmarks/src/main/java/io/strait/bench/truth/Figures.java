package io.strait.bench.truth;

import io.strait.bench.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The distribution of precision over many cases, and the worst of them. */
final class Figures {
  private static final int WORST = 10;

  private Figures() {}

  /** A line about one case. */
  static String line(Outcome outcome) {
    if (!outcome.isMeasured()) {
      var why = outcome.problem().isEmpty() ? "nothing is promised of it" : outcome.problem();
      return "%s: %s".formatted(outcome.name(), why);
    }
    return "%s: promised %.4g s%s, simulated %.4g s, measured %.4g s, kept %.1f %%, told %.1f %%%s"
        .formatted(
            outcome.name(),
            outcome.predicted(),
            outcome.isSpan() ? " (%.4g to %.4g)".formatted(outcome.least(), outcome.most()) : "",
            outcome.simulated(),
            outcome.measured(),
            100 * outcome.kept(),
            100 * outcome.told(),
            outcome.tooSlow() ? " (this machine was too slow)" : "");
  }

  private static String kind(Outcome outcome) {
    var name = outcome.name();
    var kind = name.substring(0, name.indexOf('-'));
    return name.endsWith("-lab") ? kind + " in labs" : kind;
  }

  /** Those whose figures count. */
  private static List<Outcome> sound(List<Outcome> outcomes, String kind) {
    return outcomes.stream()
        .filter(o -> kind(o).equals(kind) && o.isMeasured() && !o.tooSlow())
        .toList();
  }

  private static String share(List<Outcome> of, ToDoubleFunction<Outcome> precision, double least) {
    long good = of.stream().filter(o -> precision.applyAsDouble(o) >= least).count();
    return "%.1f %%".formatted(100.0 * good / of.size());
  }

  private static String quantile(
      List<Outcome> of, ToDoubleFunction<Outcome> precision, double part) {
    var sorted = of.stream().mapToDouble(precision).sorted().toArray();
    return "%.1f %%"
        .formatted(100 * sorted[(int) Math.min(sorted.length - 1, part * sorted.length)]);
  }

  private static List<String> kinds(List<Outcome> outcomes) {
    return outcomes.stream().map(Figures::kind).distinct().toList();
  }

  private static TextTable table(List<Outcome> outcomes) {
    var table =
        new TextTable(
            "kind",
            "against measured",
            "cases",
            "median",
            "above 95 %",
            "above 85 %",
            "5th of 100",
            "least",
            "spans",
            "median width",
            "too slow",
            "failed");
    for (var kind : kinds(outcomes)) {
      var sound = sound(outcomes, kind);
      if (sound.isEmpty()) {
        continue;
      }
      long late = outcomes.stream().filter(o -> kind(o).equals(kind) && o.tooSlow()).count();
      long failed = outcomes.stream().filter(o -> kind(o).equals(kind) && !o.isMeasured()).count();
      row(table, kind, "promised", sound, Outcome::kept, late, failed);
      row(table, "", "simulated", sound, Outcome::told, late, failed);
    }
    return table;
  }

  private static void row(
      TextTable table,
      String kind,
      String what,
      List<Outcome> sound,
      ToDoubleFunction<Outcome> precision,
      long late,
      long failed) {
    var spans = sound.stream().filter(Outcome::isSpan).toList();
    table.add(
        kind,
        what,
        "" + sound.size(),
        quantile(sound, precision, 0.5),
        share(sound, precision, 0.95),
        share(sound, precision, 0.85),
        quantile(sound, precision, 0.05),
        quantile(sound, precision, 0),
        "" + spans.size(),
        spans.isEmpty() ? "" : quantile(spans, Outcome::width, 0.5),
        "" + late,
        "" + failed);
  }

  private static List<Outcome> worst(List<Outcome> outcomes, String kind) {
    return sound(outcomes, kind).stream()
        .sorted(Comparator.comparingDouble(Outcome::kept))
        .limit(WORST)
        .toList();
  }

  /** For a terminal. */
  static String text(List<Outcome> outcomes) {
    var text = new StringBuilder(table(outcomes).toString()).append('\n');
    for (var kind : kinds(outcomes)) {
      text.append("\nthe worst of %s:\n".formatted(kind));
      for (var outcome : worst(outcomes, kind)) {
        text.append("  %s%n    %s%n".formatted(line(outcome), outcome.command()));
      }
    }
    outcomes.stream()
        .filter(o -> !o.isMeasured())
        .forEach(o -> text.append("%s%n    %s%n".formatted(line(o), o.command())));
    return text.toString();
  }

  /** As a page. */
  static String page(List<Outcome> outcomes) {
    var page =
        new StringBuilder(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"/><title>How true promises are</title>
            <style>body { font: 15px system-ui, sans-serif; margin: 2em; max-width: 70em }
            svg { background: #f6f8fa; margin: 1em 0 } pre { overflow-x: auto }</style></head><body>
            <h1>How true promises are</h1>
            """);
    page.append("<pre>").append(escaped(table(outcomes).toString())).append("</pre>\n");
    for (var kind : kinds(outcomes)) {
      var sound = sound(outcomes, kind);
      page.append("<h2>%s</h2>\n".formatted(kind));
      page.append(Scatter.svg(sound)).append(Distribution.svg(sound));
      page.append("<h3>The worst</h3>\n<pre>");
      for (var outcome : worst(outcomes, kind)) {
        page.append(escaped("%s%n  %s%n".formatted(line(outcome), outcome.command())));
      }
      page.append("</pre>\n");
    }
    var none = outcomes.stream().filter(o -> !o.isMeasured()).toList();
    if (!none.isEmpty()) {
      page.append("<h2>Without a figure</h2>\n<pre>");
      none.forEach(o -> page.append(escaped("%s%n  %s%n".formatted(line(o), o.command()))));
      page.append("</pre>\n");
    }
    return page.append("</body></html>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}

package io.strait.realign.show;

import io.strait.kind.file.Inputs;
import io.strait.realign.file.ClusterTraffic;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.report.CommunicationTable;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A realignment's plan for people: verdict, before and after, who sends what to whom. */
final class RealignText {
  /** More ranks do not fit a line. */
  private static final int MOST_RANKS = 32;

  private static final int MOST_CLUSTERS = 12;
  private static final int MOST_STEPS = 4;
  private static final int WIDTH = 120;

  private RealignText() {}

  static String plan(Inputs<RealignApp> inputs, RealignPlan plan, Style style) {
    var table =
        new Table(
            "numbering",
            " interior",
            " external",
            " interior bytes",
            " external bytes",
            " cost",
            " predicted",
            "bound by");
    row(table, plan, "natural", plan.before());
    row(table, plan, "renumbered", plan.after());
    table.row("at best", "", "", "", "", cost(plan, plan.lowerBound()), "", "");
    return head(inputs, plan, style)
        + "\n"
        + table.print(style)
        + "\n"
        + legend(plan)
        + matrices(inputs, plan, style)
        + tables(inputs, plan, style)
        + notes(plan);
  }

  private static void row(Table table, RealignPlan plan, String name, RealignPlan.Side side) {
    var traffic = side.traffic();
    table.row(
        name,
        "" + traffic.interior(),
        "" + traffic.external(),
        Show.size(traffic.interiorBytes()),
        Show.size(traffic.externalBytes()),
        cost(plan, side.cost()),
        time(side),
        side.seconds() > 0 ? side.boundBy() : "–");
  }

  static String time(RealignPlan.Side side) {
    return side.seconds() > 0 ? side.span().text(Show::seconds) : Show.NOTHING;
  }

  static String cost(RealignPlan plan, double cost) {
    return switch (plan.unit()) {
      case SECONDS -> Show.seconds(cost);
      case MESSAGES ->
          Math.abs(cost - Math.rint(cost)) <= 1e-9 * cost && cost < 1e15
              ? Long.toString(Math.round(cost))
              : String.format(Locale.ROOT, "%.2f", cost);
    };
  }

  private static String legend(RealignPlan plan) {
    return switch (plan.unit()) {
      case SECONDS ->
          "Cost: what all messages take one after the other. Predicted: one repetition, messages"
              + " beside each other. Found by %s.\n".formatted(plan.method());
      case MESSAGES ->
          "Cost: messages of mean size across gaps, times the costs of links. Found by %s.\n"
              .formatted(plan.method());
    };
  }

  static String head(Inputs<RealignApp> inputs, RealignPlan plan, Style style) {
    var app = inputs.app();
    return "%s\n\n%s: %s\n"
        .formatted(
            style.bold(RealignVerdict.of(plan)),
            inputs.grid().name(),
            describe(app, plan.numberings().getFirst().size()));
  }

  /** The array and what becomes of it, in a line. */
  static String describe(RealignApp app, int processors) {
    var phases = new ArrayList<String>();
    for (int i = 0; i < app.phases().size(); i++) {
      var axes = app.distribution(i, processors).axes();
      var spreads = app.phases().get(i).spreads();
      var sides = new ArrayList<String>();
      for (int d = 0; d < axes.size(); d++) {
        sides.add(
            spreads.get(d).text()
                + (axes.get(d).processors() > 1 && axes.size() > 1
                    ? " over " + axes.get(d).processors()
                    : ""));
      }
      phases.add("[" + String.join(", ", sides) + "]");
    }
    return "%s, %s elements of %d B, %s on %d processors"
        .formatted(
            app.name(),
            String.join(" x ", app.shape().stream().map(String::valueOf).toList()),
            app.elementBytes(),
            String.join(" → ", phases),
            processors);
  }

  static String notes(RealignPlan plan) {
    return plan.notes().stream().map("\nNote: %s\n"::formatted).collect(Collectors.joining());
  }

  /** Two plans side by side: as it is, and what if. */
  static String comparison(RealignPlan old, RealignPlan now, Style style) {
    var table =
        new Table(
            "numbering",
            " interior",
            " what if",
            " external",
            " what if",
            " cost",
            " what if",
            " predicted",
            " what if");
    row(table, "natural", old, old.before(), now, now.before());
    row(table, "renumbered", old, old.after(), now, now.after());
    table.row(
        "at best",
        "",
        "",
        "",
        "",
        cost(old, old.lowerBound()),
        cost(now, now.lowerBound()),
        "",
        "");
    return table.print(style);
  }

  private static void row(
      Table table,
      String name,
      RealignPlan old,
      RealignPlan.Side one,
      RealignPlan now,
      RealignPlan.Side other) {
    table.row(
        name,
        "" + one.traffic().interior(),
        "" + other.traffic().interior(),
        "" + one.traffic().external(),
        "" + other.traffic().external(),
        cost(old, one.cost()),
        cost(now, other.cost()),
        time(one),
        time(other));
  }

  /** Messages and bytes from cluster to cluster. */
  private static String matrices(Inputs<RealignApp> inputs, RealignPlan plan, Style style) {
    var names = inputs.grid().clusters().stream().map(c -> c.name()).toList();
    if (names.size() < 2 || names.size() > MOST_CLUSTERS) {
      return "";
    }
    var left = matrix(names, "natural, from", plan.before().traffic(), style);
    var right = matrix(names, "renumbered, from", plan.after().traffic(), style);
    return "\nMessages and bytes from cluster to cluster:\n\n" + beside(left, right);
  }

  private static List<String> matrix(
      List<String> names, String title, ClusterTraffic traffic, Style style) {
    var titles = new ArrayList<String>(List.of(title));
    names.forEach(name -> titles.add(" " + name));
    var table = new Table(titles.toArray(String[]::new));
    for (int from = 0; from < names.size(); from++) {
      var cells = new ArrayList<>(List.of(names.get(from)));
      for (int to = 0; to < names.size(); to++) {
        cells.add(
            traffic.messages(from, to) == 0
                ? "–"
                : "%d, %s"
                    .formatted(traffic.messages(from, to), Show.size(traffic.bytes(from, to))));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table.print(style).lines().toList();
  }

  /** Figures 3 and 6. */
  private static String tables(Inputs<RealignApp> inputs, RealignPlan plan, Style style) {
    var app = inputs.app();
    int ranks = plan.numberings().getFirst().size();
    if (ranks > MOST_RANKS) {
      return "";
    }
    var text = new StringBuilder();
    var natural = RealignTiming.natural(inputs.grid(), app);
    int steps = app.phases().size() - 1;
    for (int step = 0; step < Math.min(steps, MOST_STEPS); step++) {
      var left = new CommunicationTable(inputs.grid(), app, natural, step, MOST_RANKS);
      var right = new CommunicationTable(inputs.grid(), app, plan.numberings(), step, MOST_RANKS);
      text.append(
          "\nWho sends to whom%s: rows are senders with their block, columns receivers;"
                  .formatted(steps > 1 ? " in step " + (step + 1) : "")
              + " %s interior, %s external\n\n"
                  .formatted(style.good(INTERIOR), style.bad(EXTERNAL)));
      text.append(beside(lines("natural", left, style), lines("renumbered", right, style)));
    }
    if (steps > MOST_STEPS) {
      text.append("\n… %d more steps\n".formatted(steps - MOST_STEPS));
    }
    return text.toString();
  }

  private static final String INTERIOR = "■";
  private static final String EXTERNAL = "x";

  private static List<String> lines(String title, CommunicationTable table, Style style) {
    int ranks = table.bins().size();
    int digits = Integer.toString(ranks - 1).length();
    int label = Math.max(title.length(), 2 * digits + 3);
    var lines = new ArrayList<String>();
    var head = new StringBuilder(pad(title, label));
    for (int to = 0; to < ranks; to++) {
      head.append(table.begins(to) ? " │ " : " ").append(left("" + to, digits));
    }
    lines.add(style.dim(head.toString()));
    for (int from = 0; from < ranks; from++) {
      if (from > 0 && table.begins(from)) {
        lines.add(style.dim(rule(table, label, digits)));
      }
      var line =
          new StringBuilder(
              pad("%s (%d)".formatted(left("" + from, digits), table.block(from)), label));
      for (int to = 0; to < ranks; to++) {
        boolean any = table.messages(from, to) > 0;
        var mark = !any ? "·" : table.isInterior(from, to) ? INTERIOR : EXTERNAL;
        var shown =
            !any ? style.dim(mark) : mark.equals(INTERIOR) ? style.good(mark) : style.bad(mark);
        line.append(table.begins(to) ? " │ " : " ").append(" ".repeat(digits - 1)).append(shown);
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String rule(CommunicationTable table, int label, int digits) {
    var line = new StringBuilder("─".repeat(label));
    for (int to = 0; to < table.bins().size(); to++) {
      line.append(table.begins(to) ? "─┼─" : "─").append("─".repeat(digits));
    }
    return line.toString();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String left(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Two blocks of lines next to each other, or below each other where they are too wide. */
  private static String beside(List<String> left, List<String> right) {
    int width = left.stream().mapToInt(RealignText::shown).max().orElse(0);
    int other = right.stream().mapToInt(RealignText::shown).max().orElse(0);
    var text = new StringBuilder();
    if (width + 4 + other > WIDTH) {
      left.forEach(line -> text.append(line).append('\n'));
      text.append('\n');
      right.forEach(line -> text.append(line).append('\n'));
      return text.toString();
    }
    for (int i = 0; i < left.size(); i++) {
      text.append(left.get(i))
          .append(" ".repeat(width - shown(left.get(i)) + 4))
          .append(right.get(i))
          .append('\n');
    }
    return text.toString();
  }

  /** How wide a line is on a terminal. */
  private static int shown(String line) {
    return line.replaceAll("\u001b\\[[0-9;]*m", "").length();
  }
}

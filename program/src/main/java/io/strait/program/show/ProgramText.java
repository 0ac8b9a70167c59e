package io.strait.program.show;

import io.strait.kind.file.Inputs;
import io.strait.kind.plan.Sweep;
import io.strait.model.quantity.Durations;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.program.file.ProgramPlan.PlacedPart;
import io.strait.view.Numbers;
import io.strait.view.Style;
import io.strait.view.Table;
import io.strait.view.page.DataTable;
import io.strait.view.page.Show;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program's plan for people. */
public final class ProgramText {
  private ProgramText() {}

  static String plan(Inputs<ProgramApp> inputs, ProgramPlan plan, Style style) {
    var app = inputs.app();
    var text = new StringBuilder();
    text.append(style.bold(ProgramVerdict.of(plan))).append("\n\n");
    text.append(
        "%s: %s, %d calculations, measured on %s\n\n"
            .formatted(
                inputs.grid().name(),
                app.name(),
                app.calculations().size(),
                plan.stay().hosts().getFirst().host()));
    if (app.calculations().size() <= ResourceMatrix.MOST) {
      text.append(ResourceMatrix.text(app, style)).append('\n');
    }
    text.append(candidates(app, plan).print(style));
    if (plan.candidates().stream().anyMatch(each -> !each.isHere())) {
      text.append("\n-card, -messages: what if there were a network card more, larger messages.\n");
    }
    text.append("\n%s:\n".formatted(plan.best())).append(placement(plan.result()));
    if (plan.curve().size() > 1) {
      text.append('\n').append(curve(app, plan).print(style));
    }
    return text.append(notes(plan)).toString();
  }

  private static String notes(ProgramPlan plan) {
    return plan.notes().stream().map("\nNote: %s\n"::formatted).collect(Collectors.joining());
  }

  private static Table candidates(ProgramApp app, ProgramPlan plan) {
    var table =
        new DataTable<Candidate>("candidate", each -> mark(plan, each))
            .number("machines", each -> Integer.toString(each.hosts().size()))
            .number(app.unit() + "/s", each -> Show.number(each.rate()))
            .number("by the laws", each -> Show.number(each.lawRate()))
            .number("at most", each -> Show.number(each.rateBound()))
            .number("times today", each -> Show.number(plan.gain(each)))
            .number("one unit", each -> Show.seconds(each.unitSeconds()))
            .number("all", each -> Durations.rounded(each.timeSeconds()))
            .number("CPU", each -> Numbers.percent(cpu(each)));
    if (plan.candidates().stream().anyMatch(each -> each.price() > 0)) {
      table.number("cost", each -> money(each.cost()));
    }
    return table.words("bound by", Candidate::boundBy).text(plan.candidates());
  }

  /** Three digits of an amount, however small it is. */
  static String money(double amount) {
    return amount > 0 && amount < 0.1
        ? new BigDecimal(amount).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        : Show.number(amount);
  }

  /** How busy the CPUs of its hosts are, on average. */
  private static double cpu(Candidate candidate) {
    return candidate.hosts().stream()
        .mapToDouble(ProgramPlan.HostUse::cpu)
        .average()
        .orElse(Double.NaN);
  }

  static String mark(ProgramPlan plan, Candidate candidate) {
    return candidate.name() + (candidate.name().equals(plan.best()) ? " *" : "");
  }

  /** Which hosts do what: a line for every calculation. */
  public static String placement(Candidate candidate) {
    var hosts = new LinkedHashMap<String, String>();
    for (var part : candidate.parts()) {
      hosts.merge(part.calculation(), host(part), (one, other) -> one + ", " + other);
    }
    int widest = hosts.keySet().stream().mapToInt(String::length).max().orElse(1);
    return hosts.entrySet().stream()
        .map(entry -> "  %-".concat(widest + "s  %s\n").formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining());
  }

  private static String host(PlacedPart part) {
    return part.share() == 1
        ? part.host()
        : "%s (%s)".formatted(part.host(), Numbers.percent(part.share()));
  }

  private static Table curve(ProgramApp app, ProgramPlan plan) {
    return new DataTable<CurvePoint>(
            "machines", each -> each.machines() + (each.isHere() ? "" : " (more than there are)"))
        .number(app.unit() + "/s", each -> Show.number(each.rate()))
        .number("by the laws", each -> Show.number(each.lawRate()))
        .words("bound by", CurvePoint::boundBy)
        .text(plan.curve());
  }

  /** Two plans side by side: as it is, and what if. */
  static String comparison(ProgramPlan old, ProgramPlan now, Style style) {
    var table = new Table("candidate", " per second", " what if", "bound by", "what if");
    for (var each : old.candidates()) {
      @Nullable Candidate other =
          now.candidates().stream()
              .filter(candidate -> candidate.name().equals(each.name()))
              .findFirst()
              .orElse(null);
      table.row(
          mark(old, each),
          Show.number(each.rate()),
          other == null ? Show.NOTHING : Show.number(other.rate()),
          each.boundBy(),
          other == null ? Show.NOTHING : other.boundBy());
    }
    return table.print(style);
  }

  static String sweep(Sweep sweep, List<Sweep.Point<ProgramPlan>> points, Style style) {
    var table =
        new Table(
            " " + sweep.path(), "best", " machines", " per second", " times today", "bound by");
    for (var point : points) {
      @Nullable ProgramPlan plan = point.plan();
      if (plan == null) {
        table.row(point.text(), point.problem(), "", "", "", "");
      } else {
        var best = plan.result();
        table.row(
            point.text(),
            best.name(),
            Integer.toString(best.hosts().size()),
            Show.number(best.rate()),
            Show.number(plan.gain(best)),
            best.boundBy());
      }
    }
    return table.print(style);
  }
}

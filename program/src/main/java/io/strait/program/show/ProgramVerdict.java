package io.strait.program.show;

import io.strait.program.candidate.Aim;
import io.strait.program.file.ProgramPlan;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.CurvePoint;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A program's plan in one sentence. */
final class ProgramVerdict {
  private static final double CLOSE = 0.03;

  private ProgramVerdict() {}

  /** A rate with its unit: {@code 8.8 frames/s}. */
  static String rate(String unit, double rate) {
    return "%s %s/s".formatted(Show.number(rate), unit);
  }

  static String of(ProgramPlan plan) {
    var unit = plan.unit();
    var best = plan.result();
    var parts = new ArrayList<String>();
    if (best.name().equals(ProgramPlan.STAY)) {
      parts.add(stay(plan));
    } else {
      parts.add(
          "%s %s, %s"
              .formatted(
                  who(best),
                  (isPlural(best) ? "give " : "gives ") + rate(unit, best.rate()) + laws(best),
                  today(plan, best)));
      var fastest = fastest(plan);
      if (fastest.rate() > best.rate() * Aim.CHANGE) {
        parts.add("%s would give %s".formatted(who(fastest), Show.number(fastest.rate())));
      }
    }
    if (best.hosts().size() > 1) {
      parts.add(saturation(plan, best));
      @Nullable Candidate one = fastestSerial(plan);
      if (one != null) {
        parts.add("%s gives %s".formatted(who(one), Show.number(one.rate())));
      }
    }
    return String.join("; ", parts) + ".";
  }

  /** What the laws say, where a rehearsal says something else. */
  private static String laws(Candidate candidate) {
    return Math.abs(candidate.rate() / candidate.lawRate() - 1) > CLOSE
        ? " (%s by the laws)".formatted(Show.number(candidate.lawRate()))
        : "";
  }

  private static String today(ProgramPlan plan, Candidate best) {
    return plan.stay().rate() > 0
        ? Show.number(plan.gain(best)) + " times today's"
        : "today it cannot keep up";
  }

  private static Candidate fastest(ProgramPlan plan) {
    return plan.candidates().stream()
        .filter(Candidate::isHere)
        .max(Comparator.comparingDouble(Candidate::rate))
        .orElse(plan.stay());
  }

  /** Where it stays although others are faster, they cost too much. */
  private static String stay(ProgramPlan plan) {
    var stay = plan.stay();
    var now = "%s on %s".formatted(rate(plan.unit(), stay.rate()), stay.hosts().getFirst().host());
    var fastest = fastest(plan);
    return fastest.rate() <= stay.rate() * Aim.CHANGE
        ? "Stay: %s is as good as anything here".formatted(now)
        : "Stay, for the money: %s; %s would give %s"
            .formatted(now, who(fastest), Show.number(fastest.rate()));
  }

  private static boolean isPlural(Candidate candidate) {
    return candidate.hosts().size() > 1;
  }

  private static String who(Candidate candidate) {
    return isPlural(candidate)
        ? candidate.hosts().size() + " machines"
        : candidate.hosts().getFirst().host() + " alone";
  }

  /** From where on something else than the number of machines decides. */
  private static String saturation(ProgramPlan plan, Candidate best) {
    var curve = plan.curve();
    for (int i = 0; i + 1 < curve.size(); i++) {
      var from = curve.get(i);
      if (from.machines() >= best.hosts().size()
          && curve.subList(i + 1, curve.size()).stream().allMatch(to -> isFlat(from, to))) {
        return "beyond %d %s".formatted(from.machines(), decides(curve.get(i + 1).boundBy()));
      }
    }
    return decides(best.boundBy());
  }

  private static String decides(String what) {
    boolean isPlural = what.startsWith("the transfers") || what.contains(" and ");
    return what + (isPlural ? " decide" : " decides");
  }

  /** Whether a machine more gains less than a tenth of its share. */
  private static boolean isFlat(CurvePoint before, CurvePoint point) {
    double grows = point.lawRate() / before.lawRate() - 1;
    return grows < 0.1 * (point.machines() - before.machines()) / before.machines();
  }

  private static @Nullable Candidate fastestSerial(ProgramPlan plan) {
    return plan.candidates().stream()
        .filter(each -> each.isSerial() && !each.name().equals(ProgramPlan.STAY))
        .max(Comparator.comparingDouble(Candidate::rate))
        .orElse(null);
  }
}

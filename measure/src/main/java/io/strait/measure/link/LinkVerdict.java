package io.strait.measure.link;

import io.strait.model.quantity.Durations;
import io.strait.view.Numbers;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What a measurement comes to, in a few sentences: the law, and for which of the messages to which
 * it was fitted it holds.
 */
final class LinkVerdict {
  private static final int LONG_MESSAGE = 1 << 20;

  private final FittedLink fit;
  private final @Nullable LawRange range;

  LinkVerdict(FittedLink fit) {
    this.fit = fit;
    this.range = LawRange.of(fit);
  }

  @Nullable LawRange range() {
    return range;
  }

  String text() {
    return law() + " " + where();
  }

  private String law() {
    var law = fit.law();
    double bandwidth = fit.bandwidth().value();
    var small =
        fit.latency() == null
            ? "A small message occupies the link for %s"
                .formatted(Durations.rounded(law.seconds(1)))
            : "A small message arrives after %s and occupies the link for %s"
                .formatted(Durations.rounded(fit.seconds(1)), Durations.rounded(law.seconds(1)));
    if (!Double.isFinite(bandwidth)) {
      return small + "; long ones take no longer.";
    }
    double half = (law.setup() + law.blockSetup()) * bandwidth;
    return "%s; by the law long ones flow at %s%s%s."
        .formatted(
            small,
            LinkReport.rate(bandwidth),
            fit.bus() == null
                ? ""
                : " with %s of the CPU".formatted(Numbers.percent(law.cpuShare(LONG_MESSAGE))),
            half < 1 ? "" : ", messages of %.0f B at half of that rate".formatted(half));
  }

  private String where() {
    var points = fit.points();
    var worst =
        points.stream()
            .max(Comparator.comparingDouble(point -> Math.abs(fit.error(point))))
            .orElseThrow();
    double half =
        RobustFit.median(points.stream().mapToDouble(p -> Math.abs(fit.error(p))).toArray());
    var errors =
        "%.1f %% off at the median size and %.0f %% at the worst (%d B)"
            .formatted(100 * half, 100 * Math.abs(fit.error(worst)), worst.bytes());
    var within = Numbers.percent(LawRange.WITHIN);
    if (range == null) {
      return "The law is within %s for no size: it is %s.".formatted(within, errors);
    }
    var row =
        "messages of %d to %d B%s"
            .formatted(
                range.from(),
                range.to(),
                range.off() == 0
                    ? ""
                    : ", but for %d of %d sizes".formatted(range.off(), range.points().size()));
    if (range.isAll()) {
      return "The law is within %s for %s; it is %s.".formatted(within, row, errors);
    }
    var last = points.getLast();
    return "The law is within %s for %s; elsewhere it is %s%s. It is %s."
        .formatted(
            within,
            row,
            elsewhere(range),
            range.to() < last.bytes()
                ? ", and messages of %d B flow at %s"
                    .formatted(last.bytes(), LinkReport.rate(last.throughput()))
                : "",
            errors);
  }

  /** How far the throughput by the law is from the measured one. */
  private static String elsewhere(LawRange range) {
    double low = range.errors().min().orElse(0);
    double high = range.errors().max().orElse(0);
    var below = "up to %.0f %% too low".formatted(-100 * low);
    var above = "up to %.0f %% too high".formatted(100 * high);
    return high <= 0 ? below : low >= 0 ? above : below + " or " + above;
  }
}

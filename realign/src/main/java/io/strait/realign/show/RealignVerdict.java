package io.strait.realign.show;

import io.strait.realign.file.RealignPlan;
import io.strait.view.Numbers;
import io.strait.view.page.Show;

/** A realignment's plan in one sentence. */
final class RealignVerdict {
  private static final double SAME = 1e-9;

  private RealignVerdict() {}

  static String of(RealignPlan plan) {
    var before = plan.before();
    var after = plan.after();
    if (before.traffic().external() == 0) {
      return "Natural order keeps all %s inside clusters: there is nothing to gain."
          .formatted(messages(before.traffic().interior()));
    }
    if (!(after.cost() < before.cost() * (1 - SAME))) {
      return "Renumbering brings nothing: %s cross gaps in natural order; %s."
          .formatted(share(before), proof(plan));
    }
    long external = after.traffic().external();
    var kept =
        external == 0
            ? "keeps all %s inside clusters, where natural order sends %s across gaps"
                .formatted(messages(after.traffic().interior()), before.traffic().external())
            : "lets %s cross gaps instead of %s"
                .formatted(share(after), before.traffic().external());
    boolean counted =
        plan.unit() == RealignPlan.Unit.MESSAGES && same(after.cost(), (double) external);
    var cost =
        external == 0 || counted
            ? ""
            : ", at a cost of %s instead of %s"
                .formatted(
                    RealignText.cost(plan, after.cost()), RealignText.cost(plan, before.cost()));
    var time =
        before.seconds() > 0
            ? ", and takes %s instead of %s".formatted(time(after), time(before))
            : "";
    return "Renumbering %s%s%s; %s.".formatted(kept, cost, time, proof(plan));
  }

  private static String time(RealignPlan.Side side) {
    return side.span().text(Show::seconds);
  }

  private static boolean same(double one, double other) {
    return Math.abs(one - other) <= SAME * Math.max(1, other);
  }

  private static String messages(long count) {
    return count == 1 ? "1 message" : "%d messages".formatted(count);
  }

  private static String share(RealignPlan.Side side) {
    long all = side.traffic().external() + side.traffic().interior();
    double share = side.traffic().external() / (double) all;
    return "%d of %s (%s)"
        .formatted(
            side.traffic().external(),
            messages(all),
            share > 0 && share < 0.005 ? "<1 %" : Numbers.percent(share));
  }

  /** How near the best it is proved to be. */
  static String proof(RealignPlan plan) {
    if (plan.isOptimal()) {
      return "no numbering costs less";
    }
    return plan.lowerBound() > 0
        ? "the best costs at most %.1f %% less"
            .formatted(100 * (1 - plan.lowerBound() / plan.after().cost()))
        : "no bound is known";
  }
}

package io.strait.farm.job;

import io.strait.farm.file.FarmPlan;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import io.strait.model.quantity.Durations;
import org.jspecify.annotations.Nullable;

/** {@code --stock}: how long gateways are to keep their workers busy without the master. */
public final class StockOption {
  private static final String NAME = "--stock";

  /** An option of planning, rehearsing and running alike. */
  public static final Option OPTION =
      Option.of(
          NAME,
          "TIME",
          "How long a cluster that is cut off has work, such as 10 min, or 0 s; its gateway keeps"
              + " so many tasks in hand, up to 64 MiB of inputs, and fewer near the end (default: 2"
              + " min, and longer after a longer outage).");

  private StockOption() {}

  /** The plan with the stock that was asked for, if one was. */
  public static FarmPlan apply(FarmPlan plan, Options options) {
    @Nullable String text = options.text(NAME);
    if (text == null) {
      return plan;
    }
    double seconds = Options.seconds(NAME, text);
    if (seconds > FarmPlan.MOST_STOCK.toSeconds()) {
      throw new UsageException(
          "%s %s is out of range, expected 0 s to %s"
              .formatted(NAME, text, Durations.text(FarmPlan.MOST_STOCK)));
    }
    return plan.withStock(Durations.ofSeconds(seconds));
  }
}

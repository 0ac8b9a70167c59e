package io.strait.program;

import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.model.UsageException;
import io.strait.model.quantity.PlainNumber;
import io.strait.program.candidate.Aim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options that say what a program's plan is to be like. */
final class ProgramOptions {
  static final List<Option> PLANNING =
      List.of(
          Option.of(
              "--objective",
              "GOAL",
              "Of a program, fastest: shortest run (default); cheapest: least money."),
          Option.of("--deadline", "TIME", "Of a program: be done within this time, such as 6 h."),
          Option.of("--budget", "MONEY", "Of a program: cost at most this much."));

  private enum Goal {
    FASTEST,
    CHEAPEST
  }

  private ProgramOptions() {}

  static Aim aim(Options options) {
    @Nullable Goal goal = options.choice("--objective", Goal.class);
    return new Aim(
        goal == Goal.CHEAPEST,
        options.seconds("--deadline", Double.POSITIVE_INFINITY),
        money(options.text("--budget")));
  }

  private static double money(@Nullable String text) {
    if (text == null) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double money = PlainNumber.decimal(text);
      if (money >= 0 && Double.isFinite(money)) {
        return money;
      }
    } catch (NumberFormatException e) {
      // reported below, like an amount below zero
    }
    throw new UsageException(
        "--budget '%s' is not an amount of money, expected a number such as 12.5".formatted(text));
  }
}

package io.strait.program.measure;

import io.strait.measure.command.Command;
import io.strait.measure.command.CommandMeasurement;
import io.strait.measure.command.CommandRun;
import io.strait.model.quantity.Fraction;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * A command that was measured, as a calculation of a program.
 *
 * @param name of the calculation
 */
record Measured(String name, CommandMeasurement runs) {
  private static final int TIME_DIGITS = 4;
  private static final int SHARE_DIGITS = 3;

  /** Figures that stand for some that are not known yet. */
  static Measured trial(String name, Command command) {
    return new Measured(
        name,
        new CommandMeasurement(command, List.of(new CommandRun(1, 1, 0, 0, 0, 0, 0, 0, 0, 0))));
  }

  double seconds() {
    return runs.seconds().median();
  }

  /** CPU time over the time alone; more than 1 if it computes on several cores at once. */
  double cores() {
    return runs.of(CommandRun::cpu).median();
  }

  /** The share of the run time in which it computes. */
  double cpu() {
    return Math.min(1, cores());
  }

  /**
   * The share of the run time in which other programs had the core that it needed; 0 if unknown.
   */
  double disturbed() {
    double share = runs.of(run -> run.queueSeconds() / run.seconds()).median();
    return share > 0 ? share : 0;
  }

  /** Whether other programs made the figures worse than can be overlooked. */
  boolean isDisturbed() {
    return disturbed() > 0.03;
  }

  /** Whether the run time is known so badly that the figures are of little use. */
  boolean isUncertain() {
    return runs.seconds().relative() > 0.5;
  }

  /** An end of the interval of a CPU share: one core is all that a single thread can use. */
  double share(double end) {
    return isOnSeveralCores() ? end : Math.min(1, end);
  }

  boolean isOnSeveralCores() {
    return cores() > 1.05; // less is the start of the clock against that of the account
  }

  /** How the file says the run time. */
  String timeText() {
    double seconds = seconds();
    double scale = seconds >= 1 ? 1 : seconds >= 1e-3 ? 1e3 : 1e6;
    var number = new BigDecimal(seconds * scale).round(new MathContext(TIME_DIGITS));
    var unit = scale == 1 ? "s" : scale == 1e3 ? "ms" : "us";
    return number.stripTrailingZeros().toPlainString() + " " + unit;
  }

  /** How the file says the CPU share. */
  String cpuText() {
    return new Fraction(rounded(cpu(), SHARE_DIGITS)).toString();
  }

  /** Bytes of standard input, as the file says them. */
  String inputText() {
    return bytes(runs.of(CommandRun::input).median());
  }

  /** Bytes of standard output, as the file says them. */
  String outputText() {
    return bytes(runs.of(CommandRun::output).median());
  }

  boolean hasOutput() {
    return !Double.isNaN(runs.of(CommandRun::output).median());
  }

  /** Every byte, in a unit that people compare with the sizes of files. */
  private static String bytes(double count) {
    return "%.0f B".formatted(count);
  }

  static double rounded(double value, int digits) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(digits)).doubleValue()
        : value;
  }
}

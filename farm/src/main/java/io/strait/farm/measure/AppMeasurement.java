package io.strait.farm.measure;

import io.strait.measure.SampleStatistics;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import io.strait.model.quantity.Work;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * What tasks of an app take here.
 *
 * @param seconds per task on one core
 * @param input bytes to the worker, per task
 * @param output bytes back, per task
 * @param speed of one core
 * @param cores of this host
 */
public record AppMeasurement(
    SampleStatistics seconds,
    SampleStatistics input,
    SampleStatistics output,
    MasterCost master,
    Speed speed,
    int cores) {
  private static final MathContext DIGITS = new MathContext(3);

  /**
   * Seconds of the master per task.
   *
   * @param input for making the input
   * @param combining for adding the result up
   * @param journal for getting the result onto the disk
   */
  public record MasterCost(double input, double combining, double journal) {
    public double seconds() {
      return input + combining + journal;
    }
  }

  /** Work per task, from the mean time: the rate of a farm is what its tasks take on average. */
  public Work work() {
    return new Work(rounded(seconds.mean() * speed.flopPerSecond()));
  }

  /** The master's work for one task. */
  public Work masterWork() {
    return new Work(rounded(master.seconds() * speed.flopPerSecond()));
  }

  /** Tasks per second of this host, if its cores do not hinder each other. */
  public Rate rate() {
    return new Rate(rounded(cores / seconds.mean()));
  }

  /** Tasks per second that this host serves as master. */
  public Rate masterRate() {
    return new Rate(rounded(1 / master.seconds()));
  }

  /** To three digits: more would only be noise. */
  private static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }
}

package io.strait.farm.simulate;

/**
 * The stock of one gateway: tasks that it has in hand beyond those that its workers need at once,
 * so that they have work while the parent is out of reach. A stock is a time: so long the workers
 * could go on. It grows slowly, lest filling it takes the gap from others, and shrinks with what is
 * left of the run, lest the last tasks wait in one cluster while others have nothing to do.
 */
public final class Stock {
  /** The share of the time that is left which may lie in stocks. */
  private static final double SHARE = 0.75;

  /** Seconds before the end in which no stock is worth its while. */
  private static final double END = 10;

  /**
   * Tasks per worker that a time must be good for before any is kept: where tasks are so long, what
   * workers have carries them on, and one task more at the wrong place delays the end.
   */
  private static final double ROUNDS = 2;

  /** With each result the stock may grow by so many tasks. */
  private static final double GROWTH = 0.25;

  /** Where inputs are small, so many bytes of them may be fetched for the stock in a second. */
  private static final double BYTES_PER_SECOND = 4096;

  /** Bytes of inputs that a stock has at most. */
  private static final double MOST_BYTES = 64 << 20;

  /** What a message needs besides the inputs in it, for each. */
  private static final double HEAD = 32;

  private double grown;

  /**
   * Seconds of work that a gateway may have in hand.
   *
   * @param stock as long as is asked for
   * @param left tasks that the master has still to hand out
   * @param rate tasks per second that the whole farm does; 0 if unknown
   * @param remote the share of them that clusters with stocks do
   */
  public static double horizon(double stock, long left, double rate, double remote) {
    if (rate <= 0) {
      return 0;
    }
    // What lies in stocks is left as well: as many tasks as these clusters do in that time.
    double time = SHARE * left / (rate * (1 - SHARE * remote));
    return Math.min(stock, Math.max(0, time - END));
  }

  /**
   * A result came, and the stock may grow.
   *
   * @param rate tasks per second that the cluster does
   * @param input bytes of an average input
   */
  public void grow(double rate, double input) {
    grown += Math.max(GROWTH, rate > 0 ? BYTES_PER_SECOND / (input + HEAD) / rate : 0);
  }

  /**
   * How many tasks to have in hand, besides those that workers have.
   *
   * @param horizon seconds that all of them are to last, see {@link #horizon}
   * @param rate tasks per second that the cluster computes and delivers
   * @param input bytes of an average input
   * @param hands tasks that workers compute at a time
   */
  public int tasks(double horizon, double rate, double input, int hands) {
    double lasting = Math.max(0, horizon * rate - ROUNDS * hands);
    grown = Math.min(grown, Math.min(lasting, MOST_BYTES / (input + HEAD)));
    return (int) grown;
  }
}

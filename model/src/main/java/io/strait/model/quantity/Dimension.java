package io.strait.model.quantity;

/** What a quantity measures. */
public enum Dimension {
  BYTES("a size", "4 B, 64 KiB or 2.3 MB"),
  BANDWIDTH("a bandwidth", "21.0 KiB/s, 1 MB/s or 100 Mbit/s"),
  RATE("a rate", "0.58e-3/s or 35/h"),
  DURATION("a duration", "0.2 ms, 5 s or 2 h"),
  WORK("an amount of work", "1 Gflop"),
  SPEED("a speed", "12 Gflop/s"),
  PRICE("a price", "0.9/h"),
  FRACTION("a percentage", "80%");

  private final String title;
  private final String example;

  Dimension(String title, String example) {
    this.title = title;
    this.example = example;
  }

  /** The dimension's name with its article, for messages. */
  public String title() {
    return title;
  }

  /** Correct texts of this dimension, for messages. */
  public String example() {
    return example;
  }
}

package io.strait.model.quantity;

/** An amount of work, in floating-point operations. */
public record Work(double flop) {

  /** Reads a text such as {@code 1 Gflop}. */
  public static Work parse(String text) {
    return new Work(Amount.value(text, Dimension.WORK));
  }

  @Override
  public String toString() {
    return Amount.text(flop, Dimension.WORK);
  }
}

package io.strait.model.quantity;

/** Floating-point operations per second of one core. */
public record Speed(double flopPerSecond) {

  /** Reads a text such as {@code 12 Gflop/s}. */
  public static Speed parse(String text) {
    return new Speed(Amount.value(text, Dimension.SPEED));
  }

  @Override
  public String toString() {
    return Amount.text(flopPerSecond, Dimension.SPEED);
  }
}

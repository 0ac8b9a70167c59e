package io.strait.model.quantity;

/** Tasks per second. */
public record Rate(double perSecond) {

  /** Reads a text such as {@code 0.58e-3/s}. */
  public static Rate parse(String text) {
    return new Rate(Amount.value(text, Dimension.RATE));
  }

  @Override
  public String toString() {
    return Amount.text(perSecond, Dimension.RATE);
  }
}

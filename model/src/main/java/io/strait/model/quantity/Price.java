package io.strait.model.quantity;

/** Money per hour, in the currency of the grid file. */
public record Price(double perHour) {
  public static final Price FREE = new Price(0);

  /** Reads a text such as {@code 0.9/h}. */
  public static Price parse(String text) {
    return new Price(Amount.value(text, Dimension.PRICE));
  }

  @Override
  public String toString() {
    return Amount.text(perHour, Dimension.PRICE);
  }
}

package io.strait.model.quantity;

/** A share of a whole; 1 is all of it. */
public record Fraction(double ofOne) {
  public static final Fraction NONE = new Fraction(0);
  public static final Fraction ALL = new Fraction(1);

  /** Reads a text such as {@code 80%}. */
  public static Fraction parse(String text) {
    return new Fraction(Amount.value(text, Dimension.FRACTION));
  }

  @Override
  public String toString() {
    return Amount.text(ofOne, Dimension.FRACTION);
  }
}

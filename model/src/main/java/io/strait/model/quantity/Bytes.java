package io.strait.model.quantity;

/** A number of bytes. */
public record Bytes(double count) {
  public static final Bytes ZERO = new Bytes(0);

  /** Reads a text such as {@code 64 KiB}. */
  public static Bytes parse(String text) {
    return new Bytes(Amount.value(text, Dimension.BYTES));
  }

  @Override
  public String toString() {
    return Amount.text(count, Dimension.BYTES);
  }
}

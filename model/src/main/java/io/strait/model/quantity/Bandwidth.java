package io.strait.model.quantity;

/** The bytes per second that a network carries. {@link #UNLIMITED} never limits anything. */
public record Bandwidth(double bytesPerSecond) {
  public static final Bandwidth UNLIMITED = new Bandwidth(Double.POSITIVE_INFINITY);

  /** Reads a text such as {@code 21.0 KiB/s}. */
  public static Bandwidth parse(String text) {
    return new Bandwidth(Amount.value(text, Dimension.BANDWIDTH));
  }

  public boolean isLimited() {
    return bytesPerSecond < Double.POSITIVE_INFINITY;
  }

  @Override
  public String toString() {
    return isLimited() ? Amount.text(bytesPerSecond, Dimension.BANDWIDTH) : "unlimited";
  }
}

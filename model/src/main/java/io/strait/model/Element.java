package io.strait.model;

/** The type of the numbers in an array. They are stored lowest byte first. */
public enum Element {
  DOUBLE(8),
  FLOAT(4),
  INT(4),
  LONG(8);

  private final int bytes;

  Element(int bytes) {
    this.bytes = bytes;
  }

  /** The size of one number. */
  public int bytes() {
    return bytes;
  }
}

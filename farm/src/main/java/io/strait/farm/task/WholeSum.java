package io.strait.farm.task;

import io.strait.model.Element;
import java.math.BigInteger;

/**
 * Sums of ints in 64 bits and of longs in 128 bits; both are exact for any number of results that
 * there can be. Whether the outcome fits the element is asked only at the end.
 *
 * <p>The body of a partial is a byte with the width of a sum in bytes, that of an element or twice
 * that, and the sums.
 */
final class WholeSum extends ElementReducer {
  private long[] low = {};
  private long[] high = {};

  WholeSum(Element element, int kind) {
    super(element, kind);
  }

  @Override
  void begin(int size) {
    low = new long[size];
    high = new long[element() == Element.LONG ? size : 0];
  }

  @Override
  void accumulate(byte[] result) {
    add(result, 0, element().bytes());
  }

  private void add(byte[] bytes, int from, int width) {
    if (element() == Element.INT) {
      for (int i = 0; i < low.length; i++) {
        low[i] +=
            width == 4
                ? (int) INTS.get(bytes, from + 4 * i)
                : (long) LONGS.get(bytes, from + 8 * i);
      }
      return;
    }
    for (int i = 0; i < low.length; i++) {
      long value = (long) LONGS.get(bytes, from + width * i);
      long above = width == 8 ? value >> 63 : (long) LONGS.get(bytes, from + width * i + 8);
      long sum = low[i] + value;
      high[i] += above + (Long.compareUnsigned(sum, value) < 0 ? 1 : 0);
      low[i] = sum;
    }
  }

  @Override
  void check(byte[] partial, int size) {
    int width = partial.length > HEAD ? partial[HEAD] : 0;
    if ((width != element().bytes() && width != 2 * element().bytes())
        || partial.length != HEAD + 1L + (long) size * width) {
      throw damaged("%d bytes for %d sums of %d".formatted(partial.length, size, width));
    }
  }

  @Override
  void mergeChecked(byte[] partial) {
    add(partial, HEAD + 1, partial[HEAD]);
  }

  private boolean fits(int i) {
    return element() == Element.INT ? (int) low[i] == low[i] : high[i] == low[i] >> 63;
  }

  @Override
  byte[] body() {
    boolean narrow = true;
    for (int i = 0; i < size() && narrow; i++) {
      narrow = fits(i);
    }
    int width = narrow ? element().bytes() : 2 * element().bytes();
    var bytes = new byte[Math.addExact(HEAD + 1, Math.multiplyExact(size(), width))];
    bytes[HEAD] = (byte) width;
    write(bytes, HEAD + 1, width);
    return bytes;
  }

  @Override
  byte[] outcome() {
    for (int i = 0; i < size(); i++) {
      if (!fits(i)) {
        throw new ArithmeticException(
            "element %d of the sum is %s, which is no %s"
                .formatted(i, exact(i), element() == Element.INT ? "int" : "long"));
      }
    }
    var bytes = new byte[Math.multiplyExact(size(), element().bytes())];
    write(bytes, 0, element().bytes());
    return bytes;
  }

  private BigInteger exact(int i) {
    if (element() == Element.INT) {
      return BigInteger.valueOf(low[i]);
    }
    var bytes = new byte[16];
    for (int b = 0; b < 8; b++) {
      bytes[15 - b] = (byte) (low[i] >> (8 * b));
      bytes[7 - b] = (byte) (high[i] >> (8 * b));
    }
    return new BigInteger(bytes);
  }

  private void write(byte[] bytes, int from, int width) {
    for (int i = 0; i < size(); i++) {
      if (width == 4) {
        INTS.set(bytes, from + 4 * i, (int) low[i]);
      } else {
        LONGS.set(bytes, from + width * i, low[i]);
      }
      if (width == 16) {
        LONGS.set(bytes, from + width * i + 8, high[i]);
      }
    }
  }
}

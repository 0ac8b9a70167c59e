package io.strait.farm.task;

import io.strait.model.Element;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sums of floats and doubles without any error: the outcome is the exact sum, rounded once, so that
 * neither order nor grouping can change a bit of it.
 *
 * <p>An element's sum is kept as a few doubles whose exact sum it is, one in each plane. Adding a
 * number to a plane leaves a rounding error, which is a double itself (D. E. Knuth's two-sum) and
 * is added to the next plane; planes are made when they are first needed. What falls out of the
 * last plane, and what would overflow the first, goes to a {@link WideSum} of that element.
 * Infinities and NaNs are only noted. For results of similar size one plane does for floats and two
 * do for doubles.
 */
final class ExactSum extends ElementReducer {
  static final int NAN = 1;
  static final int PLUS = 2;
  static final int MINUS = 4;

  private static final int PLANES = 3;
  private static final int BLOCK = 1024;

  private final double[][] planes = new double[PLANES][0];
  private @Nullable WideSum @Nullable [] wide;
  private byte @Nullable [] special;

  private final double[] block = new double[BLOCK];
  private final double[] sums = new double[BLOCK];
  private final double[][] errors = new double[PLANES][BLOCK];

  ExactSum(Element element, int kind) {
    super(element, kind);
  }

  @Override
  void begin(int size) {
    // -0 is what changes nothing when something is added to it, not even the sign of a zero.
    planes[0] = filled(planes[0], size, -0.0);
    for (int p = 1; p < PLANES; p++) {
      planes[p] = new double[0];
    }
    wide = null;
    special = null;
  }

  @Override
  void accumulate(byte[] result) {
    int size = planes[0].length;
    for (int from = 0; from < size; from += BLOCK) {
      int count = Math.min(BLOCK, size - from);
      if (element() == Element.FLOAT) {
        for (int j = 0; j < count; j++) {
          block[j] = (float) FLOATS.get(result, 4 * (from + j));
        }
      } else {
        for (int j = 0; j < count; j++) {
          block[j] = (double) DOUBLES.get(result, 8 * (from + j));
        }
      }
      add(0, block, from, count);
    }
  }

  /** Adds numbers, at most a block of them, to as many elements of the first plane. */
  void add(double[] numbers, int from, int count) {
    add(0, numbers, from, count);
  }

  private void add(int level, double[] numbers, int from, int count) {
    if (planes[level].length == 0) {
      planes[level] = new double[planes[0].length];
    }
    double[] plane = planes[level];
    double[] lost = errors[level];
    long any = 0;
    for (int j = 0; j < count; j++) {
      double old = plane[from + j];
      double number = numbers[j];
      double sum = old + number;
      double part = sum - old;
      double error = (old - (sum - part)) + (number - part);
      sums[j] = sum;
      lost[j] = error;
      any |= Double.doubleToRawLongBits(error);
    }
    if (any << 1 != 0) {
      if (level == 0) {
        setOdditiesAside(numbers, from, count);
      }
      System.arraycopy(sums, 0, plane, from, count);
      if (level + 1 < PLANES) {
        add(level + 1, lost, from, count);
      } else {
        addWide(lost, from, count);
      }
    } else {
      System.arraycopy(sums, 0, plane, from, count);
    }
  }

  /** Takes what is not finite, or became so, out of the block that is being added. */
  private void setOdditiesAside(double[] numbers, int from, int count) {
    double[] lost = errors[0];
    for (int j = 0; j < count; j++) {
      if (!Double.isFinite(lost[j])) {
        double old = planes[0][from + j];
        lost[j] = 0;
        if (Double.isFinite(numbers[j])) {
          var sum = wide(from + j);
          sum.add(old);
          sum.add(numbers[j]);
          sums[j] = 0;
        } else {
          sums[j] = old;
          note(from + j, Double.isNaN(numbers[j]) ? NAN : numbers[j] > 0 ? PLUS : MINUS);
        }
      }
    }
  }

  private void addWide(double[] numbers, int from, int count) {
    for (int j = 0; j < count; j++) {
      if (numbers[j] != 0) {
        wide(from + j).add(numbers[j]);
      }
    }
  }

  /** Notes that infinities or NaNs were added to an element. */
  void note(int i, int what) {
    if (special == null) {
      special = new byte[planes[0].length];
    }
    special[i] |= (byte) what;
  }

  /** What was noted about an element. */
  int noted(int i) {
    return special == null ? 0 : special[i];
  }

  /** The slow part of an element's sum, made if it is not there. */
  WideSum wide(int i) {
    if (wide == null) {
      wide = new WideSum[planes[0].length];
    }
    @Nullable WideSum sum = wide[i];
    if (sum == null) {
      sum = new WideSum();
      wide[i] = sum;
    }
    return sum;
  }

  /** Whether the first two planes hold all of an element's sum. */
  boolean simple(int i) {
    return (wide == null || wide[i] == null) && (planes[2].length == 0 || planes[2][i] == 0);
  }

  double plane(int level, int i) {
    return planes[level].length == 0 ? 0 : planes[level][i];
  }

  /** The exact sum of an element in units of {@link WideSum}. */
  BigInteger units(int i) {
    var sum = new WideSum();
    for (int p = 0; p < PLANES; p++) {
      sum.add(plane(p, i));
    }
    @Nullable WideSum more = wide == null ? null : wide[i];
    return more == null ? sum.toUnits() : sum.toUnits().add(more.toUnits());
  }

  @Override
  byte[] outcome() {
    var bytes = new byte[Math.multiplyExact(size(), element().bytes())];
    for (int i = 0; i < size(); i++) {
      if (element() == Element.FLOAT) {
        INTS.set(bytes, 4 * i, Float.floatToIntBits(asFloat(i)));
      } else {
        LONGS.set(bytes, 8 * i, Double.doubleToLongBits(asDouble(i)));
      }
    }
    return bytes;
  }

  private double asDouble(int i) {
    if (noted(i) != 0) {
      return notedValue(noted(i));
    }
    if (!simple(i)) {
      return WideSum.toDouble(units(i));
    }
    double rest = plane(1, i);
    return rest == 0 ? planes[0][i] : planes[0][i] + rest;
  }

  private float asFloat(int i) {
    if (noted(i) != 0) {
      return (float) notedValue(noted(i));
    }
    if (!simple(i)) {
      return WideSum.toFloat(units(i));
    }
    double first = planes[0][i];
    double rest = plane(1, i);
    if (rest == 0) {
      return (float) first;
    }
    // Rounding twice is harmless if the first time goes to the neighbour with the odd last bit.
    double sum = first + rest;
    double part = sum - first;
    double error = (first - (sum - part)) + (rest - part);
    long bits = Double.doubleToRawLongBits(sum);
    if (error != 0 && (bits & 1) == 0) {
      bits += error > 0 == sum > 0 ? 1 : -1;
    }
    return (float) Double.longBitsToDouble(bits);
  }

  private static double notedValue(int what) {
    return switch (what) {
      case PLUS -> Double.POSITIVE_INFINITY;
      case MINUS -> Double.NEGATIVE_INFINITY;
      default -> Double.NaN;
    };
  }

  @Override
  void check(byte[] partial, int size) {
    new ExactSumReader(partial, size, element()).check();
  }

  @Override
  void mergeChecked(byte[] partial) {
    new ExactSumReader(partial, size(), element()).mergeInto(this);
  }

  @Override
  byte[] body() {
    return new ExactSumWriter(this).write();
  }

  @Override
  public void clear() {
    super.clear();
    wide = null;
    special = null;
    Arrays.fill(planes, 1, PLANES, new double[0]);
  }
}

package io.strait.fuzz;

import java.util.Arrays;
import java.util.List;

/**
 * All targets in one, so that a short look at all of them starts Jazzer once: the first byte of an
 * input says which target gets the rest.
 */
public final class AllTargets {
  private static final List<FuzzTarget> TARGETS = FuzzTarget.all();

  private AllTargets() {}

  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    if (input.length > 0) {
      target(input).run(rest(input));
    }
  }

  static FuzzTarget target(byte[] input) {
    return TARGETS.get((input[0] & 0xff) % TARGETS.size());
  }

  /** What the target gets. */
  static byte[] rest(byte[] input) {
    return Arrays.copyOfRange(input, 1, input.length);
  }

  /** The input that gives this to a target. */
  static byte[] input(FuzzTarget target, byte[] rest) {
    var input = new byte[rest.length + 1];
    input[0] = (byte) TARGETS.indexOf(target);
    System.arraycopy(rest, 0, input, 1, rest.length);
    return input;
  }
}

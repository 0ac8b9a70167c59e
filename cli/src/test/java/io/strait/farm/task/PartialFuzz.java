package io.strait.farm.task;

import io.strait.farm.file.Reduction;
import io.strait.kind.code.TaskCode;
import io.strait.model.Element;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Results that others added up: the first byte says which kind of sum gets the rest. */
public final class PartialFuzz {
  private static final Reduction[] KINDS = {Reduction.SUM, Reduction.MIN, Reduction.MAX};

  private PartialFuzz() {}

  private static Reducer reducer(int number) {
    var element = Element.values()[number % Element.values().length];
    var kind = KINDS[number / Element.values().length % KINDS.length];
    var spec =
        new TaskSpec(9, new TaskCode.Command("a"), kind, element, List.of(), List.of(), null);
    return Reducers.of(spec, Reducers.class.getClassLoader()).orElseThrow();
  }

  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int number = input[0] & 0xff;
    var rest = Arrays.copyOfRange(input, 1, input.length);
    try {
      reducer(number).add(rest);
    } catch (IllegalArgumentException e) {
      // refused, as it should be
    }
    var reducer = reducer(number);
    try {
      reducer.merge(rest);
    } catch (IllegalArgumentException e) {
      return;
    }
    var partial = reducer.partial();
    var again = reducer(number);
    again.merge(partial);
    if (!outcome(reducer).equals(outcome(again))) {
      throw new AssertionError("read back differently");
    }
  }

  private static String outcome(Reducer reducer) {
    try {
      return Arrays.toString(reducer.result());
    } catch (ArithmeticException e) {
      return String.valueOf(e.getMessage()); // too large for its elements
    }
  }

  static List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (int number = 0; number < KINDS.length * Element.values().length; number++) {
      var reducer = reducer(number);
      for (int i = 0; i < 3; i++) {
        reducer.add(ByteBuffer.allocate(16).putDouble(1e9 / (i + 1)).putDouble(-i).array());
      }
      var partial = reducer.partial();
      var seed = new byte[partial.length + 1];
      seed[0] = (byte) number;
      System.arraycopy(partial, 0, seed, 1, partial.length);
      seeds.add(seed);
    }
    return seeds;
  }
}

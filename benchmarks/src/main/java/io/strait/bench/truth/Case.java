package io.strait.bench.truth;

import java.util.List;

/**
 * A grid and an app as a user may write them.
 *
 * @param seed says which one
 * @param options of {@code strait run}
 */
record Case(Kind kind, long seed, String grid, String app, List<String> options) {
  /** A kind of application. */
  enum Kind {
    FARM,
    STENCIL,
    REALIGN,
    PROGRAM;

    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    Case draw(long seed) {
      return switch (this) {
        case FARM -> FarmCases.draw(seed);
        case STENCIL -> StencilCases.draw(seed);
        case REALIGN -> RealignCases.draw(seed);
        case PROGRAM -> ProgramCases.draw(seed);
      };
    }
  }

  /** The same with other options. */
  Case with(List<String> others) {
    return new Case(kind, seed, grid, app, others);
  }

  String name() {
    return "%s-%d".formatted(kind.word(), seed);
  }
}

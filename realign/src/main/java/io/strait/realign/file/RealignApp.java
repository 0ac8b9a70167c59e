package io.strait.realign.file;

import io.strait.model.App;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A realignment: an array that is distributed in one way and is needed in another, or in several
 * ones after another.
 *
 * @param shape elements along each dimension
 * @param elementBytes the size of one element
 * @param phases the distributions that the array goes through, at least two
 * @param repetitions how often the array goes through all of them
 * @param memory bytes that a rank may use for its parts and for messages; null where nothing limits
 *     it
 * @param data where elements come from and go to
 */
public record RealignApp(
    String name,
    List<Long> shape,
    int elementBytes,
    List<Phase> phases,
    Renumber renumber,
    int repetitions,
    @Nullable Long memory,
    Data data)
    implements App {
  public RealignApp {
    shape = List.copyOf(shape);
    phases = List.copyOf(phases);
    if (phases.size() < 2) {
      throw new IllegalArgumentException("a realignment with fewer than two distributions");
    }
  }

  /**
   * One distribution, as the file says it.
   *
   * @param processors along each dimension; empty to let {@link #processors} say
   */
  public record Phase(List<AxisSpread> spreads, List<Integer> processors) {
    public Phase {
      spreads = List.copyOf(spreads);
      processors = List.copyOf(processors);
    }
  }

  /** Where elements come from and go to. */
  public sealed interface Data {
    /** Every rank makes its elements up and checks what it gets. */
    record Memory() implements Data {}

    /** The same, but through files in the folder of the run. */
    record Scratch() implements Data {}

    /** The user's files, one for each logical processor, whose number replaces {@code {rank}}. */
    record Files(String source, String target) implements Data {}
  }

  /** The app with its relative file names resolved against a folder. */
  public RealignApp withFilesIn(Path folder) {
    return data instanceof Data.Files files
        ? new RealignApp(
            name,
            shape,
            elementBytes,
            phases,
            renumber,
            repetitions,
            memory,
            new Data.Files(absolute(files.source(), folder), absolute(files.target(), folder)))
        : this;
  }

  private static String absolute(String file, Path folder) {
    return folder.toAbsolutePath().resolve(file).normalize().toString();
  }

  /**
   * The distribution of a phase over so many processors.
   *
   * @throws IllegalArgumentException if they do not fit; the message says what would
   */
  public ArrayDistribution distribution(int phase, int processors) {
    var given = phases.get(phase);
    var grid =
        given.processors.isEmpty() ? processors(given.spreads, processors) : given.processors;
    var distribution = ArrayDistribution.of(shape, given.spreads, grid);
    if (distribution.processors() != processors) {
      throw new IllegalArgumentException(
          "%d processors, expected %d, one for each host that works"
              .formatted(distribution.processors(), processors));
    }
    return distribution;
  }

  /** The distributions of all phases. */
  public List<ArrayDistribution> distributions(int processors) {
    var all = new ArrayList<ArrayDistribution>();
    for (int i = 0; i < phases.size(); i++) {
      all.add(distribution(i, processors));
    }
    return all;
  }

  /** A grid of processors with sides as equal as its prime factors allow. */
  private static List<Integer> processors(List<AxisSpread> spreads, int count) {
    var sides = new ArrayList<Integer>();
    for (int i = 0; i < spreads.size(); i++) {
      sides.add(1);
    }
    var factors = new ArrayList<Integer>();
    int rest = count;
    for (int factor = 2; rest > 1; factor++) {
      if ((long) factor * factor > rest) {
        factor = rest;
      }
      while (rest % factor == 0) {
        factors.add(factor);
        rest /= factor;
      }
    }
    for (var factor : factors.reversed()) {
      int smallest = -1;
      for (int i = 0; i < sides.size(); i++) {
        boolean distributed = spreads.get(i).kind() != AxisSpread.Kind.NONE;
        if (distributed && (smallest < 0 || sides.get(i) < sides.get(smallest))) {
          smallest = i;
        }
      }
      if (smallest < 0) {
        throw new IllegalArgumentException(
            "no dimension is distributed over %d processors, expected block, cyclic or partition"
                .formatted(count));
      }
      sides.set(smallest, sides.get(smallest) * factor);
    }
    return sides;
  }
}

package io.strait.realign.report;

import io.strait.kind.report.Promise;
import io.strait.model.text.Tree;
import io.strait.view.page.PromiseBars;
import java.util.List;

/**
 * Numberings with which a realignment was run. Times are those of one repetition.
 *
 * @param repetition seconds of one; only measured where nothing was promised
 * @param files seconds of reading and writing files, of this machine
 * @param resumed whether a former life had done a part of it, so that the times are not of the
 *     whole
 * @param verified whether every element was where it belongs; true where nobody can say
 * @param checked whether somebody can: of data of the user's nobody knows what they should be
 */
public record RealignFigures(
    String name,
    Promise repetition,
    double files,
    boolean resumed,
    long interior,
    long external,
    long interiorBytes,
    long externalBytes,
    boolean verified,
    boolean checked,
    List<Rank> ranks) {
  public RealignFigures {
    ranks = List.copyOf(ranks);
  }

  /** What one rank did. */
  public record Rank(
      int rank,
      String host,
      String cluster,
      double pack,
      double waiting,
      double unpack,
      double io,
      long sent,
      long received,
      long memory) {
    String title() {
      return "%d %s, %s".formatted(rank, host, cluster);
    }

    double seconds() {
      return pack + waiting + unpack + io;
    }
  }

  boolean isNatural() {
    return name.equals("natural");
  }

  public boolean isPromised() {
    return repetition.predicted() > 0 && !resumed;
  }

  /** NaN where nothing was promised. */
  double precision() {
    return isPromised() ? repetition.precision() : Double.NaN;
  }

  PromiseBars.Bar bar(String name, boolean strong) {
    return new PromiseBars.Bar(
        name, repetition.measured(), isPromised() ? repetition.predicted() : Double.NaN, strong);
  }

  Tree json() {
    return new Tree()
        .put("name", name)
        .put("predicted_s", repetition.predicted())
        .put("simulated_s", repetition.simulated())
        .put("measured_s", repetition.measured())
        .put("precision", repetition.precision())
        .put("interior", interior)
        .put("external", external)
        .put("interior_bytes", interiorBytes)
        .put("external_bytes", externalBytes)
        .put("verified", checked ? verified : null);
  }
}

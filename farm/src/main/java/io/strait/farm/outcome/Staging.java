package io.strait.farm.outcome;

import io.strait.kind.report.JsonFile;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * How the app's large files came to a site.
 *
 * @param cluster or host of it
 * @param bytes of all files
 * @param missing bytes that were not there when the run began
 * @param sent bytes that this run sent; less if another run sent some of them
 * @param planned seconds that the plan expected; 0 if it expected none
 * @param seconds how long it took
 */
public record Staging(
    String cluster, long bytes, long missing, long sent, double planned, double seconds) {
  /** For people, without the name of the cluster. */
  public String words() {
    if (missing == 0) {
      return "data are there already (%s)".formatted(new Bytes(bytes));
    }
    var came = "data are there: %s in %s".formatted(new Bytes(missing), Durations.rounded(seconds));
    return planned > 0 ? "%s, planned were %s".formatted(came, Durations.rounded(planned)) : came;
  }

  /** For people. */
  public String line() {
    return "%s: %s".formatted(cluster, words());
  }

  public Tree tree() {
    return new Tree()
        .put("cluster", cluster)
        .put("bytes", bytes)
        .put("missing_bytes", missing)
        .put("sent_bytes", sent)
        .put("planned_s", planned)
        .put("measured_s", Math.round(1e3 * seconds) / 1e3);
  }

  /** Reads the list that an object has under a key; empty if there is none. */
  static List<Staging> read(JsonFile file, Node.Mapping root, String key) {
    var all = new ArrayList<Staging>();
    for (var item : file.items(root, key)) {
      var one = file.mapping(item, "a site's data");
      all.add(
          new Staging(
              file.text(one, "cluster"),
              (long) file.numberOrZero(one, "bytes"),
              (long) file.numberOrZero(one, "missing_bytes"),
              (long) file.numberOrZero(one, "sent_bytes"),
              file.numberOrZero(one, "planned_s"),
              file.numberOrZero(one, "measured_s")));
    }
    return all;
  }
}

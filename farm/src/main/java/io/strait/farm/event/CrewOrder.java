package io.strait.farm.event;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * That people want so many workers of a cluster to get tasks, as a mark among the events says it.
 *
 * @param workers {@link #ALL} for all of them
 */
public record CrewOrder(String cluster, int workers) {
  /** As many as there are. */
  public static final int ALL = Integer.MAX_VALUE;

  private static final Pattern TEXT =
      Pattern.compile("by order, (all|none|\\d{1,9}) of the workers of (.+) get tasks");

  /** The order that a mark tells of; null if it tells something else. */
  public static @Nullable CrewOrder of(String mark) {
    var found = TEXT.matcher(mark);
    if (!found.matches()) {
      return null;
    }
    var count = found.group(1);
    return new CrewOrder(
        found.group(2),
        count.equals("all") ? ALL : count.equals("none") ? 0 : Integer.parseInt(count));
  }

  /** The mark. */
  public String text() {
    var count = workers == ALL ? "all" : workers == 0 ? "none" : Integer.toString(workers);
    return "by order, %s of the workers of %s get tasks".formatted(count, cluster);
  }
}

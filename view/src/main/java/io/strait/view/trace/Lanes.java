package io.strait.view.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a recording and the groups that they are in: a tree, in the order in which traces
 * list it. A lane does one thing at a time. Lanes without records may be left out.
 */
public final class Lanes {
  private static final int GROUP = -1;

  /**
   * A lane, or a group that only holds others.
   *
   * @param number of the lane in records; negative for a group
   * @param alias one word, for lines of a Pajé trace
   * @param within the group around it; null for the outermost
   * @param place where Perfetto sorts it to among the lanes of its process
   */
  public record Lane(
      int number, String alias, LaneType type, @Nullable Lane within, String name, int place) {
    boolean isGroup() {
      return number < 0;
    }
  }

  private final List<LaneType> types;
  private final List<Lane> list = new ArrayList<>();
  private @Nullable Lane[] byNumber = new @Nullable Lane[16];

  /**
   * @param types those around others before these
   */
  public Lanes(List<LaneType> types) {
    this.types = List.copyOf(types);
  }

  public Lane group(String alias, LaneType type, @Nullable Lane within, String name) {
    var group = new Lane(GROUP, alias, type, within, name, 0);
    list.add(group);
    return group;
  }

  /** Adds a lane; {@link Lane} says what the values are. */
  public void lane(int number, String alias, LaneType type, Lane within, String name, int place) {
    var lane = new Lane(number, alias, type, within, name, place);
    list.add(lane);
    if (number >= byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, Math.max(number + 1, 2 * byNumber.length));
    }
    byNumber[number] = lane;
  }

  List<LaneType> types() {
    return types;
  }

  /** Groups and lanes; what is around others comes before these. */
  List<Lane> list() {
    return list;
  }

  /** More than the largest number of a lane. */
  int limit() {
    return byNumber.length;
  }

  Lane of(int number) {
    @Nullable Lane lane = number < byNumber.length ? byNumber[number] : null;
    if (lane == null) {
      throw new IllegalArgumentException(
          "lane %d has records, expected a name for it".formatted(number));
    }
    return lane;
  }
}

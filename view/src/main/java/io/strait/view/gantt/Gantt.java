package io.strait.view.gantt;

import io.strait.view.trace.State;
import java.util.List;

/**
 * What a Gantt picture shows of a recording. Members do the work and stand in groups: a few have a
 * line for each of their lanes, many are added up to a band per group. Below them come sections of
 * lines, such as links.
 *
 * @param summary a line below the title
 * @param work what members do; it lies at the bottom of every band
 */
public record Gantt(
    String title,
    String summary,
    Words words,
    State work,
    List<Group> groups,
    List<Section> sections) {

  /**
   * What the parts are called, in the singular; an s makes the plural.
   *
   * @param busy what a lane does, as in "cores that compute"
   */
  public record Words(String group, String member, String lane, String busy) {
    /** How many members there are, and lanes where these are more. */
    String count(int members, int lanes) {
      var text = "%,d %s%s".formatted(members, member, members == 1 ? "" : "s");
      return lanes == members ? text : "%s, %,d %ss".formatted(text, lanes, lane);
    }
  }

  /**
   * Members that belong together.
   *
   * @param first whether it has a band of its own even if others are larger
   */
  public record Group(String name, boolean first, List<Row> members) {
    int lanes() {
      return members.stream().mapToInt(m -> m.lanes.length).sum();
    }
  }

  /** Lines under a title; if they are many, the busiest are shown. Each holds all of its lanes. */
  public record Section(String title, List<Row> lines) {}

  /** Lanes with a name. */
  public record Row(String label, int... lanes) {}
}

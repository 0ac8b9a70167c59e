package io.strait.view.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sort of lanes or of groups of lanes, such as host, core or link.
 *
 * @param letter stands for it in a Pajé trace; no two types share one
 * @param within the type of the group around it; null for the outermost
 * @param event what marks on it are called together, such as failure; empty if it has none
 * @param states what its lanes do, marks included
 */
public record LaneType(
    char letter, String name, @Nullable LaneType within, String event, List<State> states) {

  public LaneType(char letter, String name, @Nullable LaneType within, State... states) {
    this(letter, name, within, "", List.of(states));
  }

  public LaneType {
    states = List.copyOf(states);
  }

  List<State> spans() {
    return states.stream().filter(s -> !s.isMark()).toList();
  }

  List<State> marks() {
    return states.stream().filter(State::isMark).toList();
  }
}

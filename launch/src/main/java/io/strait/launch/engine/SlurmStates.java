package io.strait.launch.engine;

import io.strait.launch.engine.Engine.Copy;
import io.strait.launch.engine.Engine.State;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What {@code squeue -h -r -t all -o '%F %K %T %r'} prints. */
final class SlurmStates {
  /** They wait, or will wait once more. */
  private static final Set<String> WAITING =
      Set.of(
          "PENDING",
          "CONFIGURING",
          "REQUEUED",
          "REQUEUE_FED",
          "REQUEUE_HOLD",
          "RESV_DEL_HOLD",
          "SPECIAL_EXIT");

  /** They have processes; those that are completing have some that should end. */
  private static final Set<String> RUNNING =
      Set.of("RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING");

  /** The number of a job that is no array. */
  private static final String NO_ARRAY = "N/A";

  private SlurmStates() {}

  static Map<String, Map<Integer, Copy>> of(String text) {
    var all = new HashMap<String, Map<Integer, Copy>>();
    for (var line : text.lines().toList()) {
      var words = line.strip().split("\\s+", 4);
      if (words.length >= 3 && words[0].matches("[0-9]+") && words[1].matches("[0-9]+|N/A")) {
        var reason = words.length == 4 && !words[3].equals("None") ? words[3] : "";
        var copies = all.computeIfAbsent(words[0], id -> new HashMap<>());
        // A requeued copy is listed with its former ends, too; what still lives counts.
        copies.merge(
            words[1].equals(NO_ARRAY) ? 0 : Integer.parseInt(words[1]),
            copy(words[2], reason),
            (one, other) -> one.state() == State.OVER ? other : one);
      }
    }
    return all;
  }

  private static Copy copy(String state, String reason) {
    if (WAITING.contains(state)) {
      return new Copy(State.WAITING, reason);
    }
    return RUNNING.contains(state)
        ? new Copy(State.RUNNING, reason)
        : new Copy(State.OVER, state.equals("COMPLETED") ? "" : reasoned(state, reason));
  }

  /** The reason of one that was cancelled is why it had waited. */
  private static String reasoned(String state, String reason) {
    return reason.isEmpty() || state.equals("CANCELLED") ? state : state + " " + reason;
  }
}

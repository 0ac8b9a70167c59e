package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import io.strait.farm.message.Message.Role;
import io.strait.farm.message.Message.Trace.Event;
import io.strait.farm.protocol.Observer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many workers are where, from what gateways pass on. */
class RosterTest {
  private final Roster roster = new Roster(Observer.NOBODY);

  private void told(Event event, String... path) {
    roster.traced(List.of(path), trace(event, List.of(path), 0));
  }

  private void computed(String... path) {
    roster.traced(List.of(path), trace(Event.NONE, List.of(path), 1));
  }

  private static Message.Trace trace(Event event, List<String> path, int many) {
    return new Message.Trace(
        path, event, new int[0], new long[0], new long[0], new boolean[0], many, 0, 0, 5, 5);
  }

  @Test
  void workersComeAndGo() {
    roster.joined("spain", Role.GATEWAY);
    roster.joined("here", Role.WORKER);
    computed("here");
    told(Event.NONE, "spain");
    assertThat(roster.workers()).isEmpty(); // nobody has told
    told(Event.JOINED, "spain", "es1");
    told(Event.JOINED, "spain", "es2");
    told(Event.JOINED, "spain", "es2");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 2));
    told(Event.GONE, "spain", "es1");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 1));
    told(Event.GONE, "spain", "es2");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 0));
  }

  @Test
  void gatewaysBelowGatewaysAreNoWorkers() {
    told(Event.GATEWAY_JOINED, "spain", "madrid");
    told(Event.NONE, "spain", "madrid");
    told(Event.JOINED, "spain", "madrid", "m1");
    told(Event.JOINED, "spain", "madrid", "m2");
    told(Event.JOINED, "spain", "m1");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 3));
    told(Event.GONE, "spain", "madrid"); // with all that is below it
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 1));
    computed("spain", "madrid", "m2");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 2));
  }

  /** A later life of the master hears of workers only when they have done something. */
  @Test
  void whoComputesIsThere() {
    roster.joined("spain", Role.GATEWAY);
    computed("spain", "es1");
    computed("spain", "es2");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 2));
  }

  @Test
  void aGatewayThatWasCutOffHasItsWorkersStill() {
    roster.joined("spain", Role.GATEWAY);
    told(Event.JOINED, "spain", "es1");
    told(Event.JOINED, "spain", "es2");
    roster.gone("spain", "no word");
    roster.joined("spain", Role.GATEWAY);
    told(Event.GONE, "spain", "es1");
    told(Event.JOINED, "spain", "es1");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 2));
  }

  @Test
  void aGatewayThatWasStartedAnewHasWhoeverJoins() {
    roster.joined("spain", Role.GATEWAY);
    told(Event.JOINED, "spain", "es1");
    told(Event.JOINED, "spain", "es2");
    told(Event.JOINED, "spain", "es3");
    roster.gone("spain", "no word");
    roster.joined("spain", Role.GATEWAY);
    told(Event.JOINED, "spain", "es2");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 1));
    told(Event.JOINED, "spain", "es1");
    assertThat(roster.workers()).isEqualTo(Map.of("spain", 2));
  }
}

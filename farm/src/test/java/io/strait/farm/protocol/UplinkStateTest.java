package io.strait.farm.protocol;

import static io.strait.farm.protocol.UplinkState.DIALLING;
import static io.strait.farm.protocol.UplinkState.ENDED;
import static io.strait.farm.protocol.UplinkState.GREETING;
import static io.strait.farm.protocol.UplinkState.OPEN;
import static io.strait.farm.protocol.UplinkState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.protocol.UplinkState.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table is what the drawing shows. */
class UplinkStateTest {
  /** The columns: the states after TIME_TO_DIAL, CONNECTED, WELCOME, BROKEN and ENDED. */
  private static List<UplinkState> row(UplinkState state) {
    return switch (state) {
      case WAITING -> List.of(DIALLING, WAITING, WAITING, WAITING, ENDED);
      case DIALLING -> List.of(DIALLING, GREETING, DIALLING, WAITING, ENDED);
      case GREETING -> List.of(GREETING, GREETING, OPEN, WAITING, ENDED);
      case OPEN -> List.of(OPEN, OPEN, OPEN, WAITING, ENDED);
      case ENDED -> List.of(ENDED, ENDED, ENDED, ENDED, ENDED);
    };
  }

  @Test
  void everyStateAndEvent() {
    for (var state : UplinkState.values()) {
      for (var event : Event.values()) {
        assertThat(state.after(event))
            .as("%s after %s", state, event)
            .isEqualTo(row(state).get(event.ordinal()));
      }
    }
  }
}

package io.strait.farm.protocol;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a child stands with its parent.
 *
 * <pre>
 *            time to dial            connected              welcome
 *  WAITING ───────────────> DIALLING ──────────> GREETING ──────────> OPEN
 *     ^                        │                    │                  │
 *     └────────────────────────┴────────────────────┴──────────────────┘
 *          broken: closed, refused for now, silent too long, a message missing
 *
 *  from every state:  ended: the run is over, refused for good, or left on purpose ──> ENDED
 * </pre>
 *
 * What the child holds (tasks, results) outlives every state but the last.
 */
enum UplinkState {
  WAITING,
  DIALLING,
  GREETING,
  OPEN,
  ENDED;

  /** What can happen. */
  enum Event {
    TIME_TO_DIAL,
    CONNECTED,
    WELCOME,
    BROKEN,
    ENDED
  }

  private static final Map<UplinkState, Map<Event, UplinkState>> TABLE =
      Map.of(
          WAITING,
          Map.of(Event.TIME_TO_DIAL, DIALLING, Event.ENDED, ENDED),
          DIALLING,
          Map.of(Event.CONNECTED, GREETING, Event.BROKEN, WAITING, Event.ENDED, ENDED),
          GREETING,
          Map.of(Event.WELCOME, OPEN, Event.BROKEN, WAITING, Event.ENDED, ENDED),
          OPEN,
          Map.ofEntries(entry(Event.BROKEN, WAITING), entry(Event.ENDED, ENDED)),
          ENDED,
          Map.of());

  /** The state after an event; this one, if the event means nothing here. */
  UplinkState after(Event event) {
    @Nullable UplinkState next = Objects.requireNonNull(TABLE.get(this)).get(event);
    return next == null ? this : next;
  }
}

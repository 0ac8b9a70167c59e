package io.strait.farm.protocol;

import io.strait.farm.protocol.Host.Level;
import io.strait.model.quantity.Durations;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells people here that the parent cannot be reached: at the first failure, then after 1, 2, 4, 8
 * and more minutes, at once for a cause that is new, and when it is reached again. Where
 * connections come and go within a minute, that counts as one time without the parent.
 */
final class Complaints {
  private static final long MINUTE = 60_000_000_000L;
  private static final long MOST_PAUSE = 64 * MINUTE;

  /** How long a parent may be busy with joining its own. */
  private static final long READY_SOON = 10_000_000_000L;

  /** Causes that are told at once. */
  private static final int MOST_CAUSES = 8;

  private static final long NEVER = Long.MIN_VALUE;

  private final Host host;
  private final Set<String> causes = new HashSet<>();
  private String latest = "";
  private long since = NEVER;
  private long reached = NEVER;
  private long next = NEVER;
  private long pause = MINUTE;
  private boolean told;

  Complaints(Host host) {
    this.host = host;
  }

  /** Why the parent could not be reached the last time; empty if it could. */
  String latest() {
    return latest;
  }

  /**
   * There is no connection to the parent.
   *
   * @param parent its address; empty if it is in this process
   * @param forNow whether it answers, and cannot take anybody yet
   * @return whether people were told
   */
  boolean failed(String parent, String why, boolean forNow) {
    long now = host.now();
    latest = why;
    if (since == NEVER) {
      since = now;
      told = false;
      if (reached == NEVER || now - reached >= MINUTE) {
        next = now;
        pause = MINUTE;
        causes.clear();
      }
    }
    if (forNow && now - since < READY_SOON) {
      return false;
    }
    boolean isNew = causes.size() < MOST_CAUSES && causes.add(why);
    if (now < next && !isNew) {
      return false;
    }
    if (now >= next) {
      next = now + pause;
      pause = Math.min(2 * pause, MOST_PAUSE);
    }
    told = true;
    host.note(Level.WARNING, "no connection to %s: %s; trying again".formatted(name(parent), why));
    return true;
  }

  /** There is a session with the parent. */
  void reached(String parent) {
    long now = host.now();
    if (since != NEVER && told) {
      host.note(
          Level.WARNING,
          "connected to %s, after %s"
              .formatted(name(parent), Durations.rounded((now - since) * 1e-9)));
    }
    since = NEVER;
    latest = "";
    reached = now;
  }

  private static String name(String parent) {
    return parent.isEmpty() ? "the parent" : "the parent at " + parent;
  }
}

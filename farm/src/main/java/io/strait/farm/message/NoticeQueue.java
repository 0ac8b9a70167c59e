package io.strait.farm.message;

import io.strait.farm.pace.Throttle;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Warnings that wait to be sent to the parent. Of many, the first are kept and the others counted:
 * the logs where they arose have them all.
 */
public final class NoticeQueue {
  /** Warnings that wait for a session, or for their turn. */
  public static final int MOST = 100;

  /** So many may go at once, and later one after every pause. */
  public static final int BURST = 20;

  public static final long PAUSE = 3_000_000_000L;

  private final String name;
  private final ArrayDeque<Message.Notice> waiting = new ArrayDeque<>();
  private final Throttle throttle = new Throttle(BURST, PAUSE);
  private int dropped;

  /**
   * @param name of this node
   */
  public NoticeQueue(String name) {
    this.name = name;
  }

  /** Adds a warning of this node. */
  public void add(String text) {
    add(new Message.Notice(List.of(name), text));
  }

  /** Adds a warning of a node below this one. */
  public void pass(Message.Notice notice) {
    add(notice.below(name));
  }

  private void add(Message.Notice notice) {
    if (waiting.size() >= MOST) {
      dropped++;
    } else {
      waiting.add(notice);
    }
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Sends as many as may go. */
  public void send(Session to, long now) {
    while (!waiting.isEmpty() && throttle.allows(now)) {
      to.send(waiting.remove(), now);
    }
    if (waiting.isEmpty() && dropped > 0) {
      waiting.add(
          new Message.Notice(
              List.of(name), "%,d more warnings are only in its own log".formatted(dropped)));
      dropped = 0;
    }
  }
}

package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import java.util.List;

/** Is told what happens in a farm, on the master's thread. */
public interface Observer {
  /** Nobody. */
  Observer NOBODY =
      new Observer() {
        @Override
        public void joined(String child, Message.Role role) {}

        @Override
        public void gone(String child, String why) {}

        @Override
        public void traced(List<String> path, Message.Trace trace) {}
      };

  /** A child of the master has connected. */
  void joined(String child, Message.Role role);

  /** A child of the master is cut off, or has left. */
  void gone(String child, String why);

  /**
   * Nothing was heard from a child of the master for long: it is cut off, and has been for all this
   * time. That it is gone is told next.
   */
  default void silent(String child, long nanos) {}

  /** Tasks that a child of the master kept for itself while it was gone are handed out again. */
  default void handedBack(String child, int tasks) {}

  /**
   * A node said what it did.
   *
   * @param path its name, after those of the gateways above it
   */
  void traced(List<String> path, Message.Trace trace);

  /** An attempt at a task failed, with this output. */
  default void failed(int task, String output) {}

  /**
   * A node gave a warning.
   *
   * @param path as above
   */
  default void noticed(List<String> path, String text) {}
}

package io.strait.farm.protocol;

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
   * A node said what it did.
   *
   * @param path its name, after those of the gateways above it
   */
  void traced(List<String> path, Message.Trace trace);

  /**
   * A node gave a warning.
   *
   * @param path as above
   */
  default void noticed(List<String> path, String text) {}
}

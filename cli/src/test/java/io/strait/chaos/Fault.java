package io.strait.chaos;

/** Something that goes wrong. Times are in milliseconds. */
sealed interface Fault {
  /** Whom it strikes; a connection is named after its child. */
  String whom();

  /** SIGKILL, and a start some time later. */
  record Kill(String whom, int pause) implements Fault {}

  /** SIGTERM to a worker, while another joins in its place. */
  record Replace(String whom, String by) implements Fault {}

  /** SIGTERM to a gateway; when it has left, it and its workers start again. */
  record Drain(String whom) implements Fault {}

  /** The connection breaks, and no other is let through for a time, which may be 0. */
  record Cut(String whom, int time) implements Fault {}

  /**
   * Nothing passes for a time, and nobody is told.
   *
   * @param lost whether what was on its way is lost
   */
  record Stall(String whom, int time, boolean lost) implements Fault {}
}

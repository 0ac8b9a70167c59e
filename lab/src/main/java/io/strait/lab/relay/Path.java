package io.strait.lab.relay;

import java.util.List;

/**
 * The lanes between two hosts, in the order in which packets pass them.
 *
 * @param to the device of the host at the end
 * @param isOpen false if no gaps join the two clusters
 */
record Path(Lane[] lanes, Port to, boolean isOpen) {
  static Path of(List<Lane> lanes, Port to) {
    return new Path(lanes.toArray(Lane[]::new), to, true);
  }

  /** Two hosts that no lanes join. */
  static Path none(Port to) {
    return new Path(new Lane[0], to, false);
  }
}

package io.strait.lab.relay;

import java.util.List;

/**
 * The lanes between two hosts, in the order in which packets pass them.
 *
 * @param to the device of the host at the end
 */
record Path(Lane[] lanes, Port to) {
  static Path of(List<Lane> lanes, Port to) {
    return new Path(lanes.toArray(Lane[]::new), to);
  }
}

package io.strait.measure.grid;

import io.strait.measure.grid.probe.Gate;
import io.strait.measure.grid.probe.RemoteProbe;

/**
 * How probes that were started at sites reach home, which is how processes of a run do: each by the
 * connection with which it joined. What passes between two sites goes through home, so there is
 * nothing to measure between them.
 *
 * @param host the probe at home to which these ways lead
 * @param gate where they end
 */
public record HomeWay(String host, Gate gate) {
  /** Whether two probes are on one LAN and dial each other directly. */
  static boolean isLan(RemoteProbe one, RemoteProbe other) {
    return one.cluster().equals(other.cluster());
  }

  /** Whether this way leads from the first to the second. */
  boolean leads(RemoteProbe from, RemoteProbe to) {
    return to.name().equals(host) && !isLan(from, to);
  }

  /** Whether two probes can reach each other. */
  boolean joins(RemoteProbe one, RemoteProbe other) {
    return isLan(one, other) || leads(one, other) || leads(other, one);
  }
}

package io.strait.lab.relay;

import org.jspecify.annotations.Nullable;

/** A host as the relay sees it: its device and the paths to others. */
final class Port {
  private final String host;
  private final int cluster;
  private final int index;
  private @Nullable Path[] paths = new Path[0];
  private @Nullable Tun tun;
  private boolean isSilent;

  Port(String host, int cluster, int index) {
    this.host = host;
    this.cluster = cluster;
    this.index = index;
  }

  String host() {
    return host;
  }

  int cluster() {
    return cluster;
  }

  int index() {
    return index;
  }

  /** Opens the device. */
  void attach(Tun device) {
    this.tun = device;
  }

  /** The device's file. */
  int file() {
    Tun device = tun;
    if (device == null) {
      throw new IllegalStateException("no device for " + host);
    }
    return device.file();
  }

  /** Whether nothing comes from this host or reaches it, as if it had been switched off. */
  boolean isSilent() {
    return isSilent;
  }

  void silence(boolean now) {
    this.isSilent = now;
  }

  /** The path to another host; null if it was never asked for. */
  @Nullable Path to(int other) {
    return other < paths.length ? paths[other] : null;
  }

  void put(int other, Path path, int ports) {
    if (paths.length == 0) {
      paths = new Path[ports];
    }
    paths[other] = path;
  }
}

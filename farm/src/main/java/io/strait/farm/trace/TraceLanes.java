package io.strait.farm.trace;

import io.strait.farm.simulate.FarmOutcome;

/**
 * The lanes of a recording: whatever does one thing at a time, numbered through. First the cores of
 * all workers, then the network servers, then the master.
 */
final class TraceLanes {
  private final TraceNames names;
  private final int[] coreStart;
  private final int servers;

  /** For every lane, a bit per kind of record that it has. */
  private final byte[] kinds;

  TraceLanes(TraceRecorder recorder, TraceNames names) {
    this.names = names;
    int workers = names.workers().size();
    coreStart = new int[workers + 1];
    for (int w = 0; w < workers; w++) {
      coreStart[w + 1] = coreStart[w] + names.cores()[w];
    }
    servers = FarmOutcome.gap(names.clusters().size(), names.gaps().size(), 0);
    kinds = new byte[cores() + servers + 1];
    for (int i = 0; i < recorder.count(); i++) {
      kinds[of(recorder, i)] |= bit(recorder.kind(i));
    }
  }

  private static byte bit(TraceRecorder.Kind kind) {
    return (byte) (1 << kind.code());
  }

  int count() {
    return kinds.length;
  }

  /** How many cores there are; their lanes come first. */
  int cores() {
    return coreStart[coreStart.length - 1];
  }

  int core(int worker, int core) {
    return coreStart[worker] + core;
  }

  /** The lane of a network server, see {@link FarmOutcome#lan} and {@link FarmOutcome#gap}. */
  int server(int server) {
    return cores() + server;
  }

  int servers() {
    return servers;
  }

  int master() {
    return kinds.length - 1;
  }

  /** The lane of a record; a lost task is with its worker's first core. */
  int of(TraceRecorder recorder, int record) {
    return switch (recorder.kind(record)) {
      case COMPUTE, ABORTED, LOST -> core(recorder.resource(record), recorder.core(record));
      case TASK, RESULT -> server(recorder.resource(record));
      case PROCESS -> master();
    };
  }

  /** Whether a lane has records of a kind. */
  boolean has(int lane, TraceRecorder.Kind kind) {
    return (kinds[lane] & bit(kind)) != 0;
  }

  /** Whether a lane is worth showing: networks without traffic are not. */
  boolean isShown(int lane) {
    return lane < cores() || lane == master() || kinds[lane] != 0;
  }

  /** The cluster that a server's LAN is in, or -1 for that of a gap. */
  int clusterOfServer(int server) {
    return server < 2 * names.clusters().size() ? server / 2 : -1;
  }

  /** The network of a server: {@code LAN spain}, {@code gap argentina-spain}. */
  String network(int server) {
    int clusters = names.clusters().size();
    return server < 2 * clusters
        ? "LAN " + names.clusters().get(server / 2)
        : "gap " + names.gaps().get(server / 2 - clusters);
  }

  /** A server by its network and, unless it carries both, what it carries. */
  String serverName(int server) {
    boolean tasks = has(server(server), TraceRecorder.Kind.TASK);
    boolean results = has(server(server), TraceRecorder.Kind.RESULT);
    return network(server) + (tasks == results ? "" : tasks ? ", tasks" : ", results");
  }

  /** A core by its worker and, where that has several, its number. */
  String coreName(int worker, int core) {
    var name = names.workers().get(worker);
    return names.cores()[worker] == 1 ? name : name + " core " + (core + 1);
  }
}

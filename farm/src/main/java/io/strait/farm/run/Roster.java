package io.strait.farm.run;

import io.strait.farm.message.Message;
import io.strait.farm.outcome.Standing;
import io.strait.farm.protocol.Master;
import io.strait.farm.protocol.Observer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which workers are connected below the master's gateways, as far as their traces tell, and what
 * troubles nodes have. A gateway that was cut off does not tell again who is there, but one that
 * was started anew does.
 */
final class Roster implements Observer {
  /** The workers below a gateway, and whether they were heard of since it last joined. */
  private static final class Below {
    final Map<List<String>, Boolean> workers = new HashMap<>();

    void gatewayJoined() {
      workers.replaceAll((path, heard) -> false);
    }

    void joined(List<String> path) {
      // It was there already, so this gateway is another one, whose workers join one by one.
      if (Boolean.FALSE.equals(workers.get(path))) {
        workers.values().removeIf(heard -> !heard);
      }
      workers.put(path, true);
    }

    void gone(List<String> path) {
      workers
          .keySet()
          .removeIf(w -> w.size() >= path.size() && w.subList(0, path.size()).equals(path));
    }
  }

  private final Observer next;
  private final Troubles troubles = new Troubles();
  private final Map<String, Below> gateways = new HashMap<>();

  Roster(Observer next) {
    this.next = next;
  }

  /** Connected workers below each gateway that has told of any. */
  synchronized Map<String, Integer> workers() {
    var counts = new HashMap<String, Integer>();
    gateways.forEach((name, below) -> counts.put(name, below.workers.size()));
    return counts;
  }

  /** The latest trouble of nodes, the latest first. */
  synchronized List<Standing.Trouble> troubles() {
    return troubles.list(System.nanoTime());
  }

  @Override
  public synchronized void joined(String child, Message.Role role) {
    next.joined(child, role);
    if (gateways.containsKey(child)) {
      gateways.get(child).gatewayJoined();
    }
  }

  @Override
  public synchronized void gone(String child, String why) {
    next.gone(child, why);
    trouble(List.of(child), why);
  }

  /** That a worker was let go is no trouble. */
  private void trouble(List<String> path, String why) {
    if (!why.equals(Master.IDLE)) {
      troubles.add(path, why, System.nanoTime());
    }
  }

  @Override
  public synchronized void noticed(List<String> path, String text) {
    next.noticed(path, text);
    troubles.add(path, text, System.nanoTime());
  }

  @Override
  public synchronized void silent(String child, long nanos) {
    next.silent(child, nanos);
  }

  @Override
  public synchronized void handedBack(String child, int tasks) {
    next.handedBack(child, tasks);
  }

  @Override
  public synchronized void failed(int task, String output) {
    next.failed(task, output);
  }

  @Override
  public synchronized void traced(List<String> path, Message.Trace trace) {
    next.traced(path, trace);
    if (path.size() < 2) {
      return; // a child of the master itself
    }
    var below = gateways.computeIfAbsent(path.getFirst(), name -> new Below());
    switch (trace.event()) {
      case JOINED -> below.joined(path);
      case GONE -> {
        below.gone(path);
        trouble(path, trace.why());
      }
      case GATEWAY_JOINED -> {}
      case NONE -> {
        if (trace.tasks().length > 0 || trace.many() > 0) {
          below.workers.put(path, true);
        }
      }
    }
  }
}

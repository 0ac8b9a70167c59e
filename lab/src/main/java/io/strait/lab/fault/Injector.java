package io.strait.lab.fault;

import io.strait.lab.host.HostProcesses;
import io.strait.lab.relay.Lane;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Wires;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes faults happen in a lab. Several may hold for one network or host at a time: it is well
 * again when none of them holds any more.
 */
public final class Injector {
  /** Is told of faults when they happen, and when they end by themselves. */
  public interface Witness {
    void happened(Fault fault);

    void ended(Fault fault);
  }

  private final Wires wires;
  private final Relay relay;
  private final HostProcesses processes;
  private final ScheduledExecutorService later;
  private final Consumer<String> log;
  private final Witness history;
  private final List<Holding> holding = new ArrayList<>();

  /** A fault that holds, and for what. Two of them are never equal, though their faults may be. */
  private static final class Holding {
    private final Fault fault;
    private final Set<Lane> lanes = new LinkedHashSet<>();
    private final Set<String> hosts = new LinkedHashSet<>();

    Holding(Fault fault) {
      this.fault = fault;
    }
  }

  /**
   * @param later the thread in which faults happen and end
   * @param log is told what happens
   * @param history is told of faults and their ends
   */
  public Injector(
      Wires wires,
      Relay relay,
      HostProcesses processes,
      ScheduledExecutorService later,
      Consumer<String> log,
      Witness history) {
    this.wires = wires;
    this.relay = relay;
    this.processes = processes;
    this.later = later;
    this.log = log;
    this.history = history;
  }

  /** Says what is wrong with faults of a lab. */
  public static FaultScript.Checker checker(Wires wires) {
    return new FaultScript.Checker() {
      @Override
      public void check(Fault fault) {
        Injector.check(wires, fault);
      }

      @Override
      public void checkChange(String change) {
        wires.checkChange(change);
      }
    };
  }

  /** Says what is wrong with a fault. */
  public static void check(Wires wires, Fault fault) {
    switch (fault.what()) {
      case KILL, FREEZE -> wires.needHost(fault.where());
      case CUT -> wires.needLanes(fault.where());
      case SET -> {
        wires.needLanes(fault.where());
        wires.checkChange(fault.change());
      }
      case HEAL -> {
        if (!fault.where().equals(Fault.ALL) && !wires.hasHost(fault.where())) {
          wires.needLanes(fault.where());
        }
      }
      case PARTITION -> wires.between(fault.where());
    }
    if (fault.lasts() != null
        && (fault.what() == Fault.What.KILL || fault.what() == Fault.What.HEAL)) {
      throw new InputException("'%s', expected no time for it".formatted(fault));
    }
  }

  /** Plays a script, whose times are divided by a scale. */
  public void play(FaultScript script, double scale) {
    for (var timed : script.faults()) {
      var _ =
          later.schedule(
              () -> happen(timed.fault(), scale),
              Math.round(timed.at().toNanos() / scale),
              TimeUnit.NANOSECONDS);
    }
  }

  /** Makes a fault happen now, and ends it when it has lasted. */
  public synchronized void happen(Fault fault, double scale) {
    try {
      check(wires, fault);
      log.accept(fault.toString());
      history.happened(fault);
      var begun = begin(fault);
      var lasts = fault.lasts();
      if (lasts != null) {
        var _ =
            later.schedule(
                () -> end(begun), Math.round(lasts.toNanos() / scale), TimeUnit.NANOSECONDS);
      }
    } catch (InputException | UncheckedIOException e) {
      log.accept("'%s' failed: %s".formatted(fault, e.getMessage()));
    }
  }

  private Holding begin(Fault fault) {
    var where = fault.where();
    var begun = new Holding(fault);
    var lanes = begun.lanes;
    var hosts = begun.hosts;
    switch (fault.what()) {
      case CUT, SET -> lanes.addAll(wires.needLanes(where));
      case PARTITION -> lanes.addAll(wires.between(where));
      case FREEZE -> hosts.add(where);
      case KILL -> kill(where);
      case HEAL -> heal(where);
    }
    if (!lanes.isEmpty() || !hosts.isEmpty()) {
      holding.add(begun);
    }
    refresh(lanes, hosts);
    return begun;
  }

  private synchronized void end(Holding ended) {
    if (holding.remove(ended)) {
      log.accept("the end of: " + ended.fault);
      history.ended(ended.fault);
      refresh(ended.lanes, ended.hosts);
    }
  }

  private void heal(String where) {
    var lanes = new LinkedHashSet<Lane>();
    var hosts = new LinkedHashSet<String>();
    if (where.equals(Fault.ALL)) {
      holding.forEach(each -> lanes.addAll(each.lanes));
      holding.forEach(each -> hosts.addAll(each.hosts));
    } else if (wires.hasHost(where)) {
      hosts.add(where);
    } else {
      lanes.addAll(wires.needLanes(where));
    }
    for (var each : holding) {
      each.lanes.removeAll(lanes);
      each.hosts.removeAll(hosts);
    }
    holding.removeIf(each -> each.lanes.isEmpty() && each.hosts.isEmpty());
    refresh(lanes, hosts);
  }

  /** Makes lanes and hosts what the faults that hold say. */
  private void refresh(Collection<Lane> lanes, Collection<String> hosts) {
    for (var lane : lanes) {
      boolean isCut = false;
      var changes = new ArrayList<String>();
      for (var each : holding) {
        if (each.lanes.contains(lane)) {
          isCut |= each.fault.what() != Fault.What.SET;
          if (each.fault.what() == Fault.What.SET) {
            changes.add(each.fault.change());
          }
        }
      }
      boolean now = isCut;
      relay.order(
          () -> {
            wires.cut(lane, now);
            wires.change(lane, changes);
          });
    }
    for (var host : hosts) {
      boolean isFrozen = holding.stream().anyMatch(each -> each.hosts.contains(host));
      relay.order(() -> wires.silence(host, isFrozen));
      signal(isFrozen ? "STOP" : "CONT", host);
    }
  }

  private void signal(String name, String host) {
    try {
      int count = processes.signal(name, List.of(host));
      log.accept("%d processes of %s got SIG%s".formatted(count, host, name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void kill(String host) {
    try {
      int count = processes.kill(List.of(host));
      log.accept("%d processes of %s were killed".formatted(count, host));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

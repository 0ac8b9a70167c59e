package io.strait.lab.fault;

import io.strait.lab.host.HostProcesses;
import io.strait.lab.relay.Relay;
import io.strait.lab.relay.Wires;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes faults happen in a lab. */
public final class Injector {
  private final Wires wires;
  private final Relay relay;
  private final HostProcesses processes;
  private final ScheduledExecutorService later;
  private final Consumer<String> log;

  /**
   * @param later the thread in which faults happen and end
   * @param log is told what happens
   */
  public Injector(
      Wires wires,
      Relay relay,
      HostProcesses processes,
      ScheduledExecutorService later,
      Consumer<String> log) {
    this.wires = wires;
    this.relay = relay;
    this.processes = processes;
    this.later = later;
    this.log = log;
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
      later.schedule(
          () -> happen(timed.fault(), scale),
          Math.round(timed.at().toNanos() / scale),
          TimeUnit.NANOSECONDS);
    }
  }

  /** Makes a fault happen now, and ends it when it has lasted. */
  public void happen(Fault fault, double scale) {
    try {
      check(wires, fault);
      log.accept(fault.toString());
      begin(fault);
    } catch (InputException | UncheckedIOException e) {
      log.accept("'%s' failed: %s".formatted(fault, e.getMessage()));
      return;
    }
    var lasts = fault.lasts();
    if (lasts != null) {
      later.schedule(
          () -> {
            log.accept("the end of: " + fault);
            end(fault);
          },
          Math.round(lasts.toNanos() / scale),
          TimeUnit.NANOSECONDS);
    }
  }

  private void begin(Fault fault) {
    var where = fault.where();
    switch (fault.what()) {
      case CUT -> relay.order(() -> wires.cut(wires.needLanes(where), true));
      case SET -> relay.order(() -> wires.change(wires.needLanes(where), fault.change()));
      case PARTITION -> relay.order(() -> wires.cut(wires.between(where), true));
      case KILL -> signal("KILL", where);
      case FREEZE -> {
        relay.order(() -> wires.silence(where, true));
        signal("STOP", where);
      }
      case HEAL -> heal(where);
    }
  }

  private void end(Fault fault) {
    var where = fault.where();
    switch (fault.what()) {
      case CUT -> relay.order(() -> wires.cut(wires.needLanes(where), false));
      case PARTITION -> relay.order(() -> wires.cut(wires.between(where), false));
      case SET -> relay.order(() -> wires.restore(wires.needLanes(where)));
      case FREEZE -> thaw(where);
      case KILL, HEAL -> {}
    }
  }

  private void heal(String where) {
    if (where.equals(Fault.ALL)) {
      relay.order(() -> wires.healAll());
      wires.hosts().all().forEach(host -> thaw(host.name()));
    } else if (wires.hasHost(where)) {
      thaw(where);
    } else {
      relay.order(
          () -> {
            var lanes = wires.needLanes(where);
            wires.cut(lanes, false);
            wires.restore(lanes);
          });
    }
  }

  private void thaw(String host) {
    relay.order(() -> wires.silence(host, false));
    signal("CONT", host);
  }

  private void signal(String name, String host) {
    try {
      int count = processes.signal(name, List.of(host));
      log.accept("%d processes of %s got SIG%s".formatted(count, host, name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

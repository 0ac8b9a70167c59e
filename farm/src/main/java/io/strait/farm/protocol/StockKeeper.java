package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.pace.SteadyRate;
import io.strait.farm.simulate.Stock;
import io.strait.farm.simulate.TaskPool;
import java.util.HashMap;
import java.util.Map;

/** Decides at the master for how long gateways are to have work in hand. */
final class StockKeeper {
  /** The stock lasts so many times as long as the longest outage. */
  private static final double MARGIN = 1.5;

  /** Outages make a stock grow to this at most. */
  private static final double MOST = 3600;

  private final boolean grows;
  private final TaskPool pool;
  private final double planned;
  private final SteadyRate rate;
  private final SteadyRate remote;
  private final Map<String, Long> cutSince = new HashMap<>();
  private double seconds;

  /**
   * @param planned tasks per second that the plan expects; 0 if unknown
   */
  StockKeeper(ProtocolSettings settings, TaskPool pool, double planned, long now) {
    this.planned = planned;
    this.seconds = settings.stock() * 1e-9;
    this.grows = settings.stockGrows();
    this.pool = pool;
    this.rate = new SteadyRate(now);
    this.remote = new SteadyRate(now);
  }

  /** A gateway was heard last at this time, and is out of reach now. */
  void cutOff(Child child, long heard) {
    if (!child.isWorker()) {
      cutSince.putIfAbsent(child.name, heard);
    }
  }

  /** A child is there again, or for the first time. */
  void joined(Child child, long now) {
    Long since = cutSince.remove(child.name);
    if (grows && since != null && seconds > 0) {
      seconds = Math.max(seconds, Math.min(MOST, MARGIN * (now - since) * 1e-9));
    }
  }

  void finished(Child by, int tasks) {
    rate.add(tasks);
    if (!by.isWorker()) {
      remote.add(tasks);
    }
  }

  /** For how long gateways are to have work in hand now, and how long there will be work. */
  Message.Stock message(long now, boolean isBusy) {
    rate.update(now, isBusy);
    remote.update(now, isBusy);
    double total = rate.perSecond();
    double share = total > 0 ? remote.perSecond() / total : 0;
    double horizon = Stock.horizon(seconds, pool.left(), Math.max(planned, total), share);
    return new Message.Stock(millis(horizon), millis(pool.timeLeft()));
  }

  private static int millis(double time) {
    return (int) Math.min(Integer.MAX_VALUE, 1e3 * time);
  }
}

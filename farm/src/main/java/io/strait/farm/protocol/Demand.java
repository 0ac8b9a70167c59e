package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.pace.Stockroom;
import io.strait.farm.pace.Throughput;
import io.strait.farm.simulate.GatewayPolicy;

/**
 * How many tasks a gateway is to have: what its children compute and have asked for, and ahead of
 * that the larger of its {@link Reserve} and its stock. Where results leave more slowly than they
 * come, those that pile up count as tasks that it has.
 */
final class Demand {
  private final Children children;
  private final Uplink uplink;
  private final HeldTasks tasks;
  private final Throughput throughput;
  private final Reserve reserve;
  private final Stockroom stock;
  private int aggregate = 1;

  Demand(Children children, Uplink uplink, HeldTasks tasks, long now) {
    this.children = children;
    this.uplink = uplink;
    this.tasks = tasks;
    this.throughput = new Throughput(now);
    this.reserve = new Reserve(children, throughput);
    this.stock = new Stockroom(now);
  }

  /**
   * A run begins.
   *
   * @param ahead tasks that the plan says to have waiting
   * @param aggregate results that are added up
   */
  void begin(int ahead, int aggregate) {
    reserve.tell(ahead);
    this.aggregate = aggregate;
  }

  /** The parent has told for how long tasks are to be in hand. */
  void told(Message.Stock told) {
    stock.told(1e-3 * told.millis());
  }

  void update(long now) {
    throughput.update(now);
    stock.update(now, children.heldTasks() > 0, uplink.state() == UplinkState.OPEN);
  }

  /** The input of a task came. */
  void came(byte[] input) {
    stock.came(input);
  }

  /** Results of so many tasks came. */
  void finished(int count) {
    throughput.add(count);
    stock.finished(count, isBehind() ? Double.MAX_VALUE : uplink.roundTrip().queueing());
  }

  /** Results of so many tasks are with the parent. */
  void delivered(int count) {
    stock.delivered(count);
  }

  /**
   * How many tasks there should be, those that are asked for among them.
   *
   * @param room bytes for results
   */
  int target(long room, long now) {
    int hands = children.hands();
    int ahead = Math.min(wanted(now), storable(room)); // always asked, for the stock shrinks by it
    return hands == 0 ? 0 : hands + ahead;
  }

  /** Tasks to have waiting. */
  private int wanted(long now) {
    return Math.max(reserve.size(waiting(), now), stock.size(children.hands()));
  }

  /** Results like those that are here for which there is room. */
  private int storable(long room) {
    return tasks.storedBytes() == 0
        ? Integer.MAX_VALUE
        : (int) (1.0 * room * tasks.storedTasks() / tasks.storedBytes());
  }

  /** Tasks that may wait here before the parent gets some back. */
  int most(long now) {
    int wanted = wanted(now);
    return wanted + Math.max(reserve.usual(uplink.roundTrip().least()), wanted / 4);
  }

  /**
   * Tasks that count as being here: those without a result, and results beyond the usual. Where
   * these leave more slowly than they come, others get the tasks. What absent children have does
   * not count, for those who are there need something to do.
   */
  int inside() {
    int present = Math.max(0, tasks.unfinished() - children.absentTasks());
    return present + surplus();
  }

  /** When there should be more. */
  long wake(long now) {
    return reserve.wake(waiting(), now);
  }

  /**
   * How long it takes from asking to having. Asking waits behind results on their way up; where
   * these leave more slowly than they come, that is no reason to ask for more.
   */
  private Reserve.Wait waiting() {
    double least = uplink.roundTrip().least();
    return isBehind()
        ? new Reserve.Wait(least, least)
        : new Reserve.Wait(uplink.roundTrip().usual(), uplink.roundTrip().longest());
  }

  /** Whether results leave more slowly than they come. */
  private boolean isBehind() {
    return surplus() > 0;
  }

  private int surplus() {
    int ahead = reserve.usual(uplink.roundTrip().least());
    double rate = stock.deliveredPerSecond();
    return GatewayPolicy.surplus(tasks.storedTasks(), tasks.storedBytes(), rate, aggregate, ahead);
  }
}

package io.strait.program.simulate;

import io.strait.program.file.Pace;
import io.strait.simulate.EventQueue;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Calculations and transfers as threads, with several units under way. Events are ends of threads
 * and of services, arrivals, and the clock; nothing is allocated per event.
 */
final class ThreadSimulation implements Transfers.Receiver {
  static final int TYPE_BITS = 3;
  private static final int TYPE = (1 << TYPE_BITS) - 1;

  /** A thread of a machine ends. */
  private static final int CPU = 0;

  /** A transfer comes to a server. */
  static final int READY = 1;

  /** A gap is done with a transfer. */
  static final int SERVED = 2;

  /** A transfer has passed a stage, and the latency after it. */
  static final int PASSED = 3;

  /** Work by the clock is due. */
  private static final int DUE = 4;

  /** Data by the clock are due. */
  private static final int SEND = 5;

  private final FlowModel model;
  private final int units;
  private final int ahead;
  private final FlowTimings timings;
  private final EventQueue queue = new EventQueue();
  private final Processors processors;
  private final Transfers transfers;
  private final Progress progress;
  private final Inboxes inboxes;
  private final SteadyMiddle middle;

  /** Edges of each calculation. */
  private final int[][] outputs;

  private final int[][] inputs;
  private final int[] loose;

  /** The segment that a part does or waits to do, and whether it does it, and since when. */
  private final int[] segment;

  private final boolean[] isRunning;
  private final double[] since;

  /** The unit that a loose part did last; how often a part by the clock has worked, and owes it. */
  private final int[] worked;

  private final int[] workedBefore;
  private final int[] owed;

  /** How often the clock of a part or of an edge has struck. */
  private final long[] struck;

  private final long[] struckEdge;

  /**
   * The parts of each machine in the order in which they work; null where nobody waits for that.
   */
  private final int @Nullable [][] order;

  /** Whose turn it is on each machine. */
  private final int[] turn;

  /** Parts that may be able to go on. */
  private int[] pending;

  private int pendingHead;
  private int pendingCount;
  private final boolean[] isPending;
  private final int[] ended;
  private long events;

  /**
   * @param order the parts of each machine, which do one unit after the other in this order; null
   *     if several units are under way
   */
  ThreadSimulation(
      FlowModel model,
      int @Nullable [][] order,
      int units,
      int ahead,
      long seed,
      FlowTimings timings) {
    this.order = order;
    this.turn = new int[model.machines];
    this.model = model;
    this.units = units;
    this.ahead = ahead;
    this.timings = timings;
    int parts = model.parts();
    var machineOf = Arrays.copyOf(model.partMachine, parts + FlowModel.CARDS * model.machines);
    for (int i = parts; i < machineOf.length; i++) {
      machineOf[i] = (i - parts) / FlowModel.CARDS;
    }
    this.processors = new Processors(model.cores, machineOf, queue, CPU);
    this.transfers = new Transfers(model, queue, processors, this, timings, seed);
    this.progress = new Progress(model, units);
    this.inboxes = new Inboxes(model, ahead);
    this.middle = new SteadyMiddle(model, processors, transfers, progress, units);
    this.outputs = edges(model.from);
    this.inputs = edges(model.to);
    this.loose = partsOf(Pace.LOOSE);
    this.segment = new int[parts];
    this.isRunning = new boolean[parts];
    this.since = new double[parts];
    this.worked = new int[parts];
    Arrays.fill(worked, -1);
    this.workedBefore = worked.clone();
    this.owed = new int[parts];
    this.struck = new long[parts];
    this.struckEdge = new long[model.edges];
    this.pending = new int[Integer.highestOneBit(parts) * 2];
    this.isPending = new boolean[parts];
    this.ended = new int[machineOf.length];
  }

  static long event(int type, int index) {
    return ((long) index << TYPE_BITS) | type;
  }

  private int[][] edges(int[] end) {
    var count = new int[model.calculations];
    for (int calculation : end) {
      count[calculation]++;
    }
    var lists = new int[model.calculations][];
    Arrays.setAll(lists, c -> new int[count[c]]);
    for (int e = model.edges - 1; e >= 0; e--) {
      lists[end[e]][--count[end[e]]] = e;
    }
    return lists;
  }

  private int[] partsOf(Pace pace) {
    return IntStream.range(0, model.parts())
        .filter(part -> model.pace[model.partCalculation[part]] == pace)
        .toArray();
  }

  FlowResult run() {
    if (progress.due() > 0) {
      for (int part : partsOf(Pace.TIMED)) {
        queue.add(0, event(DUE, part));
      }
      for (int e = 0; e < model.edges; e++) {
        if (!model.atEnd[e] && model.edgeEvery[e] == 0) {
          queue.add(0, event(SEND, e));
        }
      }
      for (int part : partsOf(Pace.DUE)) {
        wake(part);
      }
      settle();
      while (progress.ended < units) {
        handle(queue.take());
        events++;
        settle();
      }
    }
    return middle.result(queue.time(), events);
  }

  private void handle(long event) {
    int index = (int) event >>> TYPE_BITS;
    switch ((int) event & TYPE) {
      case CPU -> {
        int count = processors.end(index, (int) (event >>> 32), ended);
        for (int i = 0; i < count; i++) {
          if (ended[i] < model.parts()) {
            worked(ended[i]);
          } else {
            transfers.served(ended[i] - model.parts());
          }
        }
      }
      case READY -> transfers.ready(index);
      case SERVED -> transfers.served(index);
      case PASSED -> transfers.passed(index);
      case DUE -> {
        owed[index]++;
        double period = model.period[model.partCalculation[index]];
        queue.add(Math.max(queue.time(), ++struck[index] * period), event(DUE, index));
        wake(index);
      }
      case SEND -> {
        sendLate(index);
        double at = ++struckEdge[index] * model.edgePeriod[index];
        queue.add(Math.max(queue.time(), at), event(SEND, index));
      }
      default -> throw new IllegalStateException("no event is " + event);
    }
  }

  /** Lets everybody go on who can, then shares CPUs anew where that changed anything. */
  private void settle() {
    while (pendingCount > 0) {
      int part = pending[pendingHead];
      pendingHead = (pendingHead + 1) & (pending.length - 1);
      pendingCount--;
      isPending[part] = false;
      if (!isRunning[part]) {
        switch (model.pace[model.partCalculation[part]]) {
          case DUE -> tryDue(part);
          case LOOSE -> tryLoose(part);
          case TIMED -> tryTimed(part);
        }
      }
    }
    processors.settle();
  }

  private void wake(int part) {
    if (!isPending[part] && !isRunning[part]) {
      isPending[part] = true;
      pending[(pendingHead + pendingCount++) & (pending.length - 1)] = part;
    }
  }

  private void tryDue(int part) {
    int unit = progress.done[part];
    int calculation = model.partCalculation[part];
    if (unit == units
        || (segment[part] == 0 && !(hasRoom(calculation, unit) && isTurn(part, unit)))
        || !inboxes.has(part, inputs[calculation], unit, segment[part])) {
      return;
    }
    if (segment[part] == 0 && progress.begin(unit, queue.time())) {
      begun(unit);
    }
    if (unit % model.every[calculation] == 0 && model.partSeconds[part] > 0) {
      work(part, model.partSeconds[part] / model.segments[part]);
    } else {
      isRunning[part] = true;
      since[part] = queue.time();
      worked(part);
    }
  }

  /** Whether a part's machine, and all that do the unit before, let it go on. */
  private boolean isTurn(int part, int unit) {
    if (order == null) {
      return true;
    }
    int machine = model.partMachine[part];
    boolean isFirst = inputs[model.partCalculation[part]].length == 0;
    return order[machine][turn[machine]] == part && (!isFirst || progress.ended == unit);
  }

  /** A part has done a unit: the next on its machine may go on, and after the last the first. */
  private void passTurn(int part, boolean isUnitOver) {
    if (order == null) {
      return;
    }
    int machine = model.partMachine[part];
    turn[machine] = (turn[machine] + 1) % order[machine].length;
    wake(order[machine][turn[machine]]);
    for (int p = 0; isUnitOver && p < model.parts(); p++) {
      wake(p);
    }
  }

  /** Whether each edge has room for one more unit. */
  private boolean hasRoom(int calculation, int unit) {
    for (int e : outputs[calculation]) {
      if (!model.late[e]
          && unit % model.edgeEvery[e] == 0
          && progress.all[model.to[e]] <= unit - (long) ahead * model.edgeEvery[e]) {
        return false;
      }
    }
    return true;
  }

  /** A unit begins: those who only follow may go on. */
  private void begun(int unit) {
    for (int part : loose) {
      wake(part);
    }
    for (int e = 0; e < model.edges; e++) {
      if (!model.atEnd[e] && model.edgeEvery[e] > 0 && unit % model.edgeEvery[e] == 0) {
        sendLate(e);
      }
    }
    if (unit == units - 1) {
      middle.lastBegins(queue.time());
    }
  }

  private void tryLoose(int part) {
    int every = model.every[model.partCalculation[part]];
    int newest = (progress.front - 1) / every * every;
    if (newest > worked[part]) {
      workedBefore[part] = worked[part];
      worked[part] = newest;
      work(part, model.partSeconds[part]);
    }
  }

  private void tryTimed(int part) {
    if (owed[part] > 0) {
      owed[part]--;
      worked[part]++;
      work(part, model.partSeconds[part]);
    }
  }

  private void work(int part, double seconds) {
    isRunning[part] = true;
    since[part] = queue.time();
    processors.begin(part, seconds, model.partCpu[part]);
  }

  /** A part has done a segment of its work, or all of it. */
  private void worked(int part) {
    isRunning[part] = false;
    int calculation = model.partCalculation[part];
    boolean isDue = model.pace[calculation] == Pace.DUE;
    int unit = isDue ? progress.done[part] : worked[part];
    if (queue.time() > since[part]) {
      timings.computed(part, unit, since[part], queue.time());
    }
    boolean isEnd = !isDue || segment[part] == model.segments[part] - 1;
    for (int e : outputs[calculation]) {
      if (!model.late[e]) {
        release(e, part, unit);
      } else if (isEnd && model.atEnd[e] && isOn(e, part, unit)) {
        sendLate(e, part);
      }
    }
    if (!isEnd) {
      segment[part]++;
    } else if (isDue) {
      segment[part] = 0;
      inboxes.clear(part, inputs[calculation], unit);
      int before = progress.ended;
      if (progress.done(part, queue.time())) {
        for (int e : inputs[calculation]) {
          wakeAll(model.from[e], model.late[e]);
        }
      }
      if (progress.ended > before) {
        middle.ended(before, queue.time());
      }
      passTurn(part, progress.ended > before);
    }
    wake(part);
  }

  /** Whether late data are sent after a unit; for units that were left out, the next one stands. */
  private boolean isOn(int edge, int part, int unit) {
    int every = model.edgeEvery[edge];
    return switch (model.pace[model.from[edge]]) {
      case DUE -> unit % every == 0;
      case LOOSE -> unit / every > Math.floorDiv(workedBefore[part], every);
      case TIMED -> true;
    };
  }

  private void wakeAll(int calculation, boolean isLate) {
    for (int p = model.firstPart[calculation];
        p < model.firstPart[calculation + 1] && !isLate;
        p++) {
      wake(p);
    }
  }

  /** Sends the pieces that are there when a part has done its segment. */
  private void release(int edge, int part, int unit) {
    int every = model.edgeEvery[edge];
    if (unit % every != 0) {
      return;
    }
    int receivers = model.parts(model.to[edge]);
    int pair = model.firstPair[edge] + (part - model.firstPart[model.from[edge]]) * receivers;
    for (int i = 0; i < receivers; i++, pair++) {
      int end = (segment[part] + 1) * model.pieces[pair] / model.segments[part];
      for (int k = segment[part] * model.pieces[pair] / model.segments[part]; k < end; k++) {
        transfers.send(pair, unit / every, k);
      }
    }
  }

  private void sendLate(int edge) {
    for (int pair = model.firstPair[edge]; pair < model.firstPair[edge + 1]; pair++) {
      transfers.sendLate(pair);
    }
  }

  private void sendLate(int edge, int part) {
    int receivers = model.parts(model.to[edge]);
    int pair = model.firstPair[edge] + (part - model.firstPart[model.from[edge]]) * receivers;
    for (int i = 0; i < receivers; i++) {
      transfers.sendLate(pair + i);
    }
  }

  @Override
  public void came(int pair, int number, int piece) {
    int part = inboxes.put(pair, number, piece);
    if (part >= 0) {
      wake(part);
    }
  }
}

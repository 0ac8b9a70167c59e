package io.strait.program.simulate;

import io.strait.simulate.EventQueue;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Pieces of data on their way: each passes the sender's network card, the gaps and the receiver's
 * card, which are first come, first served. It enters the next of these as early as it can without
 * ever having to wait inside it or any after it, as a stream does, and has come when it has passed
 * all of them and the latency.
 */
final class Transfers {
  /** Who gets to know that data have come. */
  interface Receiver {
    /**
     * @param number of the unit's data on this edge
     */
    void came(int pair, int number, int piece);
  }

  private static final int NONE = -1;

  private final FlowModel model;
  private final EventQueue queue;
  private final Processors processors;
  private final Receiver receiver;
  private final FlowTimings timings;
  private final SplittableRandom random;

  /** Items of transfer t, one per stage, are {@code t * mostStages} and after. */
  private final int mostStages;

  private final int firstGap;
  private int[] pairOf = new int[16];
  private int[] number = new int[16];
  private int[] piece = new int[16];
  private int[] left = new int[16];
  private double[] delay = new double[16];
  private int[] after;
  private int[] free = new int[16];
  private int freeCount;
  private int made;

  private final int[] head;
  private final int[] tail;
  private final int[] current;
  private final double[] since;

  /** When data of a pair last came to the receiver's card: none overtakes another before it. */
  private final double[] last;

  /** Whether late data of a pair wait for the sender's card. */
  private final boolean[] isWaiting;

  /** Seconds by gap. */
  private final double[] gapWork;

  Transfers(
      FlowModel model,
      EventQueue queue,
      Processors processors,
      Receiver receiver,
      FlowTimings timings,
      long seed) {
    this.model = model;
    this.queue = queue;
    this.processors = processors;
    this.receiver = receiver;
    this.timings = timings;
    this.random = new SplittableRandom(seed);
    int most = 1;
    for (int p = 0; p < model.pairs(); p++) {
      most = Math.max(most, model.firstStage[p + 1] - model.firstStage[p]);
    }
    this.mostStages = most;
    this.after = new int[16 * most];
    this.firstGap = FlowModel.CARDS * model.machines;
    int servers = model.servers();
    this.head = filled(servers);
    this.tail = filled(servers);
    this.current = filled(servers);
    this.since = new double[servers];
    this.last = new double[model.pairs()];
    this.isWaiting = new boolean[model.pairs()];
    this.gapWork = new double[servers - firstGap];
  }

  private static int[] filled(int length) {
    var array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** Sends data that somebody waits for. */
  void send(int pair, int unitNumber, int pieceNumber) {
    if (model.isFree[pair]) {
      receiver.came(pair, unitNumber, pieceNumber);
    } else {
      enter(pair, unitNumber, pieceNumber);
    }
  }

  /** Sends data that nobody waits for; they take the place of older ones that wait for the card. */
  void sendLate(int pair) {
    if (!model.isFree[pair] && !isWaiting[pair]) {
      isWaiting[pair] = true;
      enter(pair, NONE, 0);
    }
  }

  private void enter(int pair, int unitNumber, int pieceNumber) {
    int transfer = freeCount > 0 ? free[--freeCount] : make();
    pairOf[transfer] = pair;
    number[transfer] = unitNumber;
    piece[transfer] = pieceNumber;
    left[transfer] = model.firstStage[pair + 1] - model.firstStage[pair];
    double latency = model.latency[pair];
    for (double mean : model.jitter[pair]) {
      latency -= mean * Math.log1p(-random.nextDouble());
    }
    delay[transfer] = latency;
    ready(transfer * mostStages);
  }

  private int make() {
    if (made == pairOf.length) {
      int length = 2 * made;
      pairOf = Arrays.copyOf(pairOf, length);
      number = Arrays.copyOf(number, length);
      piece = Arrays.copyOf(piece, length);
      left = Arrays.copyOf(left, length);
      delay = Arrays.copyOf(delay, length);
      after = Arrays.copyOf(after, Math.multiplyExact(length, mostStages));
      free = Arrays.copyOf(free, length);
    }
    return made++;
  }

  private int stage(int item) {
    return model.firstStage[pairOf[item / mostStages]] + item % mostStages;
  }

  private boolean isLast(int item) {
    return stage(item) + 1 == model.firstStage[pairOf[item / mostStages] + 1];
  }

  /** A transfer takes its place before a server. */
  void ready(int item) {
    int server = model.stageServer[stage(item)];
    if (current[server] == NONE) {
      start(server, item);
      return;
    }
    after[item] = NONE;
    if (head[server] == NONE) {
      head[server] = item;
    } else {
      after[tail[server]] = item;
    }
    tail[server] = item;
  }

  private void start(int server, int item) {
    current[server] = item;
    since[server] = queue.time();
    int transfer = item / mostStages;
    int stage = stage(item);
    double seconds = model.stageSeconds[stage];
    if (number[transfer] == NONE && item % mostStages == 0) {
      isWaiting[pairOf[transfer]] = false;
    }
    if (server < firstGap) {
      processors.begin(model.parts() + server, seconds, model.stageCpu[stage]);
    } else {
      queue.add(queue.time() + seconds, ThreadSimulation.event(ThreadSimulation.SERVED, server));
    }
    if (!isLast(item)) {
      double at = queue.time() + Math.max(0, seconds - model.slowestFrom[stage + 1]);
      if (isLast(item + 1)) {
        at = Math.max(at + delay[transfer], last[pairOf[transfer]]);
        last[pairOf[transfer]] = at;
      }
      queue.add(at, ThreadSimulation.event(ThreadSimulation.READY, item + 1));
    }
  }

  /** A server is done with what it did. */
  void served(int server) {
    int item = current[server];
    int transfer = item / mostStages;
    timings.transferred(server, since[server], queue.time());
    if (server >= firstGap) {
      gapWork[server - firstGap] += queue.time() - since[server];
    }
    current[server] = NONE;
    int next = head[server];
    if (next != NONE) {
      head[server] = after[next];
      start(server, next);
    }
    if (delay[transfer] > 0 && !isLast(item)) {
      queue.add(
          queue.time() + delay[transfer],
          ThreadSimulation.event(ThreadSimulation.PASSED, transfer));
    } else {
      passed(transfer);
    }
  }

  /** A transfer has passed one more stage. */
  void passed(int transfer) {
    if (--left[transfer] == 0) {
      if (number[transfer] != NONE) {
        receiver.came(pairOf[transfer], number[transfer], piece[transfer]);
      }
      free[freeCount++] = transfer;
    }
  }

  /** The seconds that a gap has been busy up to now. */
  double gapWork(int gap) {
    int server = firstGap + gap;
    return gapWork[gap] + (current[server] == NONE ? 0 : queue.time() - since[server]);
  }
}

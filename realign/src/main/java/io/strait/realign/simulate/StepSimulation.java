package io.strait.realign.simulate;

import io.strait.simulate.EventQueue;
import java.util.Arrays;

/**
 * Runs a {@link StepModel} event by event; the package says by which rules.
 *
 * <p>Chunks of interior messages are not kept: a port knows how far it is. Those that cross a gap
 * have a number each, and stand in at most one queue at a time, of a channel or of a gateway's
 * port, so that one array of successors holds all queues.
 */
public final class StepSimulation {
  private static final int NONE = -1;

  /**
   * What happens, in the low bits of an event's payload; the number of what it happens to above.
   */
  private static final int PORT_FREE = 0;

  private static final int AT_GATEWAY = 1;
  private static final int CHANNEL_FREE = 2;
  private static final int ARRIVED = 3;
  private static final int KINDS = 2;

  private final StepModel model;
  private final EventQueue events = new EventQueue();
  private final int clusters;
  private final int[] clusterOf;

  // by chunk that crosses a gap
  private final int[] firstChunk; // by message that crosses a gap
  private final int[] pairOf; // likewise, which clusters it joins
  private final int[] messageOf;
  private final int[] next;

  // queues of chunks: channels first, then the ports of gateways, by cluster
  private final int[] head;
  private final int[] tail;

  // by rank
  private final int[] message;
  private final long[] sent;
  private final boolean[] portBusy;
  private final double[] done;
  private final double[] sending;

  // by ordered pair of clusters
  private final boolean[] channelBusy;
  private final double[] channel;

  private StepSimulation(StepModel model) {
    this.model = model;
    clusters = model.clusters();
    int ranks = model.ranks();
    clusterOf = new int[ranks];
    for (int c = 0; c < clusters; c++) {
      Arrays.fill(clusterOf, model.firstRank()[c], model.firstRank()[c + 1], c);
    }
    firstChunk = new int[model.to().length];
    pairOf = new int[firstChunk.length];
    long chunks = 0;
    for (int r = 0; r < ranks; r++) {
      for (int m = model.firstMessage()[r]; m < model.firstInterior()[r]; m++) {
        firstChunk[m] = Math.toIntExact(chunks);
        pairOf[m] = clusterOf[r] * clusters + clusterOf[model.to()[m]];
        chunks += model.chunks(m);
      }
    }
    messageOf = new int[Math.toIntExact(chunks)];
    for (int r = 0; r < ranks; r++) {
      for (int m = model.firstMessage()[r]; m < model.firstInterior()[r]; m++) {
        int from = firstChunk[m];
        Arrays.fill(messageOf, from, from + (int) model.chunks(m), m);
      }
    }
    next = new int[messageOf.length];
    head = new int[clusters * clusters + clusters];
    tail = new int[head.length];
    Arrays.fill(head, NONE);
    Arrays.fill(tail, NONE);
    message = Arrays.copyOf(model.firstMessage(), ranks);
    sent = new long[ranks];
    portBusy = new boolean[ranks];
    done = new double[ranks];
    sending = new double[ranks];
    channelBusy = new boolean[clusters * clusters];
    channel = new double[clusters * clusters];
  }

  public static StepResult run(StepModel model) {
    return new StepSimulation(model).run();
  }

  private StepResult run() {
    for (int c = 0; c < clusters; c++) {
      if (model.firstRank()[c] < model.firstRank()[c + 1]) {
        handOver(model.firstRank()[c]);
      }
    }
    for (int r = 0; r < clusterOf.length; r++) {
      send(r);
    }
    while (!events.isEmpty()) {
      long event = events.take();
      int which = (int) (event >>> KINDS);
      switch ((int) event & ((1 << KINDS) - 1)) {
        case PORT_FREE -> {
          portBusy[which] = false;
          send(which);
        }
        case AT_GATEWAY -> toChannel(which);
        case CHANNEL_FREE -> {
          channelBusy[which] = false;
          cross(which);
        }
        case ARRIVED -> arrived(which);
        default -> throw new IllegalStateException("event " + event);
      }
    }
    double seconds = 0;
    for (double each : done) {
      seconds = Math.max(seconds, each);
    }
    return new StepResult(seconds, done, sending, channel, events.added());
  }

  /** What a gateway has for other clusters is where it must be. */
  private void handOver(int gateway) {
    int m = model.firstMessage()[gateway];
    for (; m < model.firstInterior()[gateway]; m++) {
      for (int i = 0; i < model.chunks(m); i++) {
        toChannel(firstChunk[m] + i);
      }
    }
    message[gateway] = m;
  }

  /** Lets an idle port send the next chunk, if there is one. */
  private void send(int rank) {
    if (portBusy[rank]) {
      return;
    }
    int cluster = clusterOf[rank];
    boolean gateway = rank == model.firstRank()[cluster];
    if (gateway) {
      int forwarded = take(clusters * clusters + cluster);
      if (forwarded != NONE) {
        int receiver = model.to()[messageOf[forwarded]];
        double end = occupy(rank, bytes(forwarded));
        got(receiver, end + model.lanLatency()[cluster]);
        return;
      }
    }
    int m = message[rank];
    if (m == model.firstMessage()[rank + 1]) {
      return;
    }
    long offset = sent[rank];
    long size = Math.min(model.chunk(), model.bytes()[m] - offset);
    double end = occupy(rank, size);
    if (m < model.firstInterior()[rank]) {
      int chunk = firstChunk[m] + (int) (offset / model.chunk());
      events.add(end + model.lanLatency()[cluster], ((long) chunk << KINDS) | AT_GATEWAY);
    } else {
      got(model.to()[m], end + model.lanLatency()[cluster]);
    }
    sent[rank] = offset + size;
    if (sent[rank] == model.bytes()[m]) {
      sent[rank] = 0;
      message[rank]++;
    }
  }

  /** Makes a port busy with so many bytes; when it will be free again. */
  private double occupy(int rank, long size) {
    double seconds = size / model.lanBandwidth()[clusterOf[rank]];
    double end = events.time() + seconds;
    portBusy[rank] = true;
    sending[rank] += seconds;
    got(rank, end); // nobody is done while he sends
    events.add(end, ((long) rank << KINDS) | PORT_FREE);
    return end;
  }

  private void toChannel(int chunk) {
    int pair = pairOf[messageOf[chunk]];
    put(pair, chunk);
    cross(pair);
  }

  private void cross(int pair) {
    if (channelBusy[pair]) {
      return;
    }
    int chunk = take(pair);
    if (chunk == NONE) {
      return;
    }
    double seconds = bytes(chunk) / model.gapBandwidth()[pair];
    double end = events.time() + seconds;
    channelBusy[pair] = true;
    channel[pair] += seconds;
    events.add(end, ((long) pair << KINDS) | CHANNEL_FREE);
    events.add(end + model.gapLatency()[pair], ((long) chunk << KINDS) | ARRIVED);
  }

  private void arrived(int chunk) {
    int receiver = model.to()[messageOf[chunk]];
    int cluster = clusterOf[receiver];
    int gateway = model.firstRank()[cluster];
    if (receiver == gateway) {
      got(receiver, events.time());
      return;
    }
    put(clusters * clusters + cluster, chunk);
    send(gateway);
  }

  private void got(int rank, double at) {
    done[rank] = Math.max(done[rank], at);
  }

  private long bytes(int chunk) {
    int m = messageOf[chunk];
    boolean last = chunk - firstChunk[m] == model.chunks(m) - 1;
    return last ? model.lastChunk(m) : model.chunk();
  }

  private void put(int queue, int chunk) {
    next[chunk] = NONE;
    if (tail[queue] == NONE) {
      head[queue] = chunk;
    } else {
      next[tail[queue]] = chunk;
    }
    tail[queue] = chunk;
  }

  private int take(int queue) {
    int chunk = head[queue];
    if (chunk != NONE) {
      head[queue] = next[chunk];
      if (head[queue] == NONE) {
        tail[queue] = NONE;
      }
    }
    return chunk;
  }
}

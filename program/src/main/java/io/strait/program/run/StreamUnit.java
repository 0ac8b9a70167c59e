package io.strait.program.run;

import io.strait.kind.run.RunFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What goes in and out of one unit while it is done: input is read as it comes, output goes as it
 * is made. Data that nobody waits for are whole at both ends. One thread may read while another
 * sends.
 */
final class StreamUnit implements Program.Unit {
  private final RankEngine engine;
  private final Ports ports;
  private final long number;
  private final @Nullable Feed[] feeds;
  private final @Nullable PieceSender[] senders;

  /** Input that is there as a whole, by its index: what nobody waits for, and what was read so. */
  private final Map<Integer, byte[]> whole = new HashMap<>();

  private final @Nullable ByteArrayOutputStream[] late;

  /**
   * @param isPaced whether a {@link StreamPace} says when pieces go in and out
   */
  StreamUnit(RankEngine engine, Ports ports, long number, boolean isPaced) {
    this.engine = engine;
    this.ports = ports;
    this.number = number;
    this.feeds = new Feed[ports.inputs().size()];
    this.senders = new PieceSender[ports.outputs().size()];
    this.late = new ByteArrayOutputStream[senders.length];
    boolean isSource = true;
    for (int i = 0; i < feeds.length; i++) {
      var channel = ports.inputs().get(i);
      if (!engine.isLate(channel) && ports.isOn(channel, number)) {
        feeds[i] = new Feed(engine, channel, isPaced);
        isSource = false;
      }
    }
    for (int i = 0; i < senders.length; i++) {
      var channel = ports.outputs().get(i);
      if (engine.isLate(channel)) {
        late[i] = new ByteArrayOutputStream();
      } else if (ports.isOn(channel, number)) {
        senders[i] = new PieceSender(engine, channel, number, isPaced, isSource);
      }
    }
  }

  /** Waits until the unit can begin: some of all input has come. */
  void awaitFirst() throws InterruptedException {
    for (int i = 0; i < feeds.length; i++) {
      var feed = feeds[i];
      if (feed != null) {
        feed.awaitFirst();
      } else {
        var channel = ports.inputs().get(i);
        whole.put(i, engine.isLate(channel) ? engine.inbox(channel).whole().bytes() : new byte[0]);
      }
    }
  }

  // ---- for the pace

  /** How many of some pieces a segment of the work needs. */
  private static int needed(int segment, int segments, int pieces) {
    return Math.ceilDiv((segment + 1) * pieces, segments);
  }

  /** Waits for what a segment needs, and lets the code have it; returns when it was there. */
  long release(int segment, int segments) throws InterruptedException {
    long at = Long.MIN_VALUE;
    for (var feed : feeds) {
      if (feed != null) {
        at = Math.max(at, feed.release(needed(segment, segments, feed.pieces())));
      }
    }
    return at;
  }

  /**
   * Lets go what has been made when a segment is over.
   *
   * @param at when it was over
   */
  void allow(int segment, int segments, long at) throws InterruptedException {
    for (int i = 0; i < senders.length; i++) {
      var sender = senders[i];
      if (sender != null) {
        sender.allow((segment + 1) * ports.outputs().get(i).pieces() / segments, at);
      }
    }
  }

  void fail(RuntimeException why) {
    for (var feed : feeds) {
      if (feed != null) {
        feed.fail(why);
      }
    }
    for (var sender : senders) {
      if (sender != null) {
        sender.fail(why);
      }
    }
  }

  // ---- for the end

  /** Leaves out all input that was not read. */
  void drain() throws InterruptedException {
    for (var feed : feeds) {
      if (feed != null) {
        feed.drain();
      }
    }
  }

  /** When the last of the input was there that was taken. */
  long came() {
    long at = Long.MIN_VALUE;
    for (var feed : feeds) {
      at = feed == null ? at : Math.max(at, feed.came());
    }
    return at;
  }

  /**
   * Sends the rest of the output.
   *
   * @param at when it was made
   * @return how many bytes were sent altogether
   */
  long end(boolean works, long at) throws InterruptedException {
    long sent = 0;
    for (int i = 0; i < senders.length; i++) {
      var sender = senders[i];
      var bytes = late[i];
      if (sender != null) {
        sent += sender.end(at);
      } else if (bytes != null && works && ports.isSent(i, number)) {
        sent += bytes.size();
        engine.send(ports.outputs().get(i), number, bytes.toByteArray(), at);
      }
    }
    return sent;
  }

  // ---- for the code

  @Override
  public long number() {
    return number;
  }

  @Override
  public byte[] input(String from, int index) {
    int at = ports.input(from, index);
    byte @Nullable [] all = whole.get(at);
    if (all == null) {
      try (var stream = stream(from, index)) {
        all = stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      whole.put(at, all);
    }
    return all;
  }

  @Override
  public InputStream stream(String from, int index) {
    int at = ports.input(from, index);
    byte @Nullable [] all = whole.get(at);
    return all == null ? Objects.requireNonNull(feeds[at]) : new ByteArrayInputStream(all);
  }

  @Override
  public int parts(String name) {
    return ports.parts(name);
  }

  @Override
  public double before(String name, int part) {
    return ports.before(name, part);
  }

  @Override
  public void send(String to, int index, byte[] data, int offset, int length) {
    int at = ports.output(to, index);
    var sender = senders[at];
    var bytes = late[at];
    if (sender != null) {
      try {
        sender.write(data, offset, length);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RunFailure("it was interrupted", e);
      }
    } else if (bytes != null) {
      bytes.write(data, offset, length);
    }
  }
}

package io.strait.measure.grid.probe;

import io.strait.transport.wire.RawLink;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A probe, as its coordinator knows it. */
public final class RemoteProbe {
  private static final byte[] NONE = new byte[0];

  private final String name;
  private final String cluster;
  private final String app;
  private final String address;
  private final HostFacts facts;
  private final RawLink link;
  private final AtomicLong orders = new AtomicLong();
  private final Map<String, CompletableFuture<Note>> pending = new ConcurrentHashMap<>();
  private final CompletableFuture<Note> gone = new CompletableFuture<>();
  private volatile @Nullable String lost;

  RemoteProbe(Note hello, RawLink link) throws IOException {
    this.name = hello.text("name");
    this.cluster = hello.text("cluster");
    this.app = hello.text("app");
    this.facts = HostFacts.of(hello);
    this.link = link;
    var seen = link.address();
    int colon = seen.lastIndexOf(':');
    this.address = colon < 0 ? seen : seen.substring(0, colon).replaceAll("^\\[|\\]$", "");
  }

  public String name() {
    return name;
  }

  /** The cluster that it says it belongs to; empty if it does not say. */
  public String cluster() {
    return cluster;
  }

  /** The app whose tasks it can run; empty for none. */
  public String app() {
    return app;
  }

  public HostFacts facts() {
    return facts;
  }

  /** The address from which it dialled. */
  public String address() {
    return address;
  }

  /** Why it is gone; null while it is there. */
  public @Nullable String lost() {
    return lost;
  }

  /** That it is gone and why, in words; null while it is there. */
  public @Nullable String farewell() {
    @Nullable String why = lost;
    return why == null ? null : farewell(why);
  }

  private String farewell(String why) {
    return "%s is gone: %s".formatted(name, why);
  }

  /**
   * Gives an order and waits for the answer.
   *
   * @throws ProbeException if it fails, takes too long, or the probe is lost
   */
  public Note ask(Note order, double seconds) throws IOException {
    return answer(start(order), seconds);
  }

  /** Gives an order. */
  public CompletableFuture<Note> start(Note order) throws IOException {
    var id = Long.toString(orders.incrementAndGet());
    var answer = new CompletableFuture<Note>();
    pending.put(id, answer);
    @Nullable String why = lost;
    if (why != null) {
      throw new ProbeException(farewell(why));
    }
    send(order.with("id", id));
    return answer;
  }

  /** Waits for the answer to an order. */
  public Note answer(CompletableFuture<Note> started, double seconds) throws IOException {
    try {
      var note = started.get((long) (seconds * 1000), TimeUnit.MILLISECONDS);
      if (note.word().equals("failed")) {
        throw new ProbeException("%s: %s".formatted(name, note.text("why")));
      }
      return note;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted");
    } catch (ExecutionException e) {
      throw new ProbeException(
          String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
    } catch (TimeoutException e) {
      throw new ProbeException("%s has not answered for %.0f s".formatted(name, seconds));
    }
  }

  /**
   * Waits for the answer to an order that another probe helps to carry out.
   *
   * @throws ProbeException also if the other is lost: then nobody knows when the answer comes
   */
  public Note answer(CompletableFuture<Note> started, RemoteProbe other, double seconds)
      throws IOException {
    return answer(started.applyToEither(other.gone, note -> note), seconds);
  }

  void send(Note note) {
    var bytes = note.bytes();
    synchronized (link) {
      link.send(bytes, bytes.length, NONE, 0, 0);
    }
  }

  void received(Note note) {
    @Nullable CompletableFuture<Note> waiting = pending.remove(note.text("id"));
    if (waiting != null) {
      waiting.complete(note);
    }
  }

  void isLost(String why) {
    lost = why;
    var failure = new ProbeException(farewell(why));
    pending.values().forEach(waiting -> waiting.completeExceptionally(failure));
    gone.completeExceptionally(failure);
  }

  /** Lets it go. */
  public void dismiss() {
    send(Note.of("bye"));
  }
}

package io.strait.cli.series;

import io.strait.measure.link.LinkDoor;
import io.strait.measure.link.LinkException;
import io.strait.measure.link.LinkSampler;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import io.strait.transport.wire.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A gap or LAN with a {@code strait probe} beyond it. Every look dials anew. */
final class LinkSource implements Source {
  /** A look that takes longer is given up: a firewall may swallow what is sent. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration TICK = Duration.ofMillis(100);

  private final String place;
  private final InetSocketAddress probe;
  private final @Nullable Identity identity;
  private final long mostBytes;
  private final BooleanSupplier isAsked;

  /**
   * @param mostBytes of a look
   * @param isAsked whether to end at once
   */
  LinkSource(
      String place,
      InetSocketAddress probe,
      @Nullable Identity identity,
      long mostBytes,
      BooleanSupplier isAsked) {
    this.place = place;
    this.probe = probe;
    this.identity = identity;
    this.mostBytes = mostBytes;
    this.isAsked = isAsked;
  }

  @Override
  public String words() {
    return "%s with the probe at %s:%d".formatted(place, probe.getHostString(), probe.getPort());
  }

  private SeriesName name(Quantity quantity) {
    return new SeriesName(quantity, place);
  }

  @Override
  public List<SeriesName> live() {
    return List.of(name(Quantity.BANDWIDTH), name(Quantity.LATENCY));
  }

  @Override
  public List<Reading> read() throws IOException {
    var task = new FutureTask<>(this::look);
    Thread.ofPlatform().daemon().name("look").start(task);
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        var sample = task.get(TICK.toMillis(), TimeUnit.MILLISECONDS);
        return List.of(
            Reading.now(name(Quantity.BANDWIDTH), sample.bytesPerSecond()),
            Reading.now(name(Quantity.LATENCY), sample.roundTrip() / 2));
      } catch (TimeoutException e) {
        if (isAsked.getAsBoolean() || System.nanoTime() - until > 0) {
          task.cancel(true);
          throw new LinkException(
              "the probe at %s:%d has not answered for %d s"
                  .formatted(probe.getHostString(), probe.getPort(), PATIENCE.toSeconds()));
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException failure
            ? failure
            : new LinkException(String.valueOf(e.getCause()));
      } catch (CancellationException e) {
        throw new LinkException("the look at %s was given up".formatted(place));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LinkException("interrupted while looking at " + place);
      }
    }
  }

  private LinkSampler.Sample look() throws IOException {
    try (var line = LinkDoor.dial(probe, identity, Duration.ZERO)) {
      return LinkSampler.take(line, mostBytes);
    }
  }
}

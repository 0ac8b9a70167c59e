package io.strait.lab.relay;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import java.util.function.UnaryOperator;

/** Changes of a lane as text: {@code latency=300ms,loss=2%}. */
final class LaneChange {
  private static final String KEYS = "latency, jitter, bandwidth, loss, reorder, queue";

  private LaneChange() {}

  /**
   * Reads changes.
   *
   * @param scale how many times faster than life the lab is
   */
  static UnaryOperator<LaneRule> parse(String text, double scale) {
    UnaryOperator<LaneRule> all = UnaryOperator.identity();
    for (var part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new InputException(
            "change '%s', expected KEY=VALUE with one of: %s".formatted(part, KEYS));
      }
      var next = one(part.substring(0, equals).strip(), part.substring(equals + 1).strip(), scale);
      var before = all;
      all = rule -> next.apply(before.apply(rule));
    }
    return all;
  }

  private static UnaryOperator<LaneRule> one(String key, String value, double scale) {
    try {
      switch (key) {
        case "latency" -> {
          long nanos = nanos(value, scale);
          return rule -> rule.withLatencyNanos(nanos);
        }
        case "jitter" -> {
          long nanos = nanos(value, scale);
          return rule -> rule.withJitterNanos(nanos);
        }
        case "queue" -> {
          long nanos = nanos(value, scale);
          return rule -> rule.withQueueNanos(nanos);
        }
        case "bandwidth" -> {
          double bandwidth = Bandwidth.parse(value).bytesPerSecond() * scale;
          if (!(bandwidth > 0)) {
            throw new InputException("bandwidth=%s, expected a value above zero".formatted(value));
          }
          return rule -> rule.withBytesPerSecond(bandwidth);
        }
        case "loss" -> {
          double share = share(value);
          return rule -> rule.withLoss(share);
        }
        case "reorder" -> {
          double share = share(value);
          return rule -> rule.withReorder(share);
        }
        default -> {}
      }
    } catch (QuantityException e) {
      throw new InputException("%s=%s: %s".formatted(key, value, e.getMessage()));
    }
    throw new InputException(
        "change '%s=%s', expected KEY=VALUE with one of: %s".formatted(key, value, KEYS));
  }

  private static long nanos(String value, double scale) {
    var time = Durations.parse(value);
    if (time.isNegative()) {
      throw new InputException("'%s', expected a time of zero or more".formatted(value));
    }
    return Math.round(time.toNanos() / scale);
  }

  private static double share(String value) {
    double share = Fraction.parse(value).ofOne();
    if (!(share >= 0 && share <= 1)) {
      throw new InputException("'%s', expected a share from 0%% to 100%%".formatted(value));
    }
    return share;
  }
}

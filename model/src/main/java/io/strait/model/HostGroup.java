package io.strait.model;

import io.strait.model.quantity.Fraction;
import io.strait.model.quantity.Price;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One host, or {@code count} equal ones named {@code name1 … namen}.
 *
 * @param count how many, or 0 for a single host that bears the plain name
 * @param rates tasks per second of the whole host when it is idle otherwise, per application; the
 *     key {@link #ANY_APP} holds for every application
 * @param speed of one core
 * @param available the share of the CPU that is free
 * @param masterRates tasks per second that the host can hand out and take back as master, as {@code
 *     rates}
 */
public record HostGroup(
    String name,
    int count,
    Role role,
    Map<String, Rate> rates,
    @Nullable Speed speed,
    int cores,
    Fraction available,
    @Nullable Price price,
    Map<String, Rate> masterRates) {

  /** The key of a rate that holds for every application. */
  public static final String ANY_APP = "*";

  public HostGroup {
    rates = Map.copyOf(new LinkedHashMap<>(rates));
    masterRates = Map.copyOf(new LinkedHashMap<>(masterRates));
  }

  /** How many hosts this stands for. */
  public int size() {
    return Math.max(1, count);
  }

  /** The name of the i-th host, from 0. */
  public String hostName(int i) {
    return count == 0 ? name : name + (i + 1);
  }

  /** Whether a host of this name is among them. */
  public boolean has(String host) {
    if (!host.startsWith(name)) {
      return false;
    }
    for (int i = 0; i < size(); i++) {
      if (hostName(i).equals(host)) {
        return true;
      }
    }
    return false;
  }

  /** The rate that is given for an application, or for every one; null if none is. */
  public @Nullable Rate rate(String app) {
    return rates.getOrDefault(app, rates.get(ANY_APP));
  }
}

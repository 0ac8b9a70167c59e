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
 * @param count the number of hosts, or 0 for a single host with the plain name
 * @param rates the tasks per second of the whole host when it does nothing else, by application;
 *     the key {@link #ANY_APP} stands for every application
 * @param speed the speed of one core
 * @param available the share of the CPU that is free
 * @param masterRates the tasks per second that the host can hand out and take back as master, by
 *     application like {@code rates}
 * @param peripherals what it has besides its CPU; only programs heed it
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
    Map<String, Rate> masterRates,
    Peripherals peripherals) {

  /** The key of a rate that applies to every application. */
  public static final String ANY_APP = "*";

  public HostGroup {
    rates = Map.copyOf(new LinkedHashMap<>(rates));
    masterRates = Map.copyOf(new LinkedHashMap<>(masterRates));
  }

  /** A group whose hosts have one network card and devices of unknown speed. */
  public HostGroup(
      String name,
      int count,
      Role role,
      Map<String, Rate> rates,
      @Nullable Speed speed,
      int cores,
      Fraction available,
      @Nullable Price price,
      Map<String, Rate> masterRates) {
    this(name, count, role, rates, speed, cores, available, price, masterRates, Peripherals.PLAIN);
  }

  /** The number of hosts. */
  public int size() {
    return Math.max(1, count);
  }

  /** The name of the i-th host, from 0. */
  public String hostName(int i) {
    return count == 0 ? name : name + (i + 1);
  }

  /** Whether the group has a host of this name. */
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

  /** The rate for an application, or for every application; null if there is none. */
  public @Nullable Rate rate(String app) {
    return rates.getOrDefault(app, rates.get(ANY_APP));
  }
}

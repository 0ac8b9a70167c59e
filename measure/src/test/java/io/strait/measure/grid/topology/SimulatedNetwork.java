package io.strait.measure.grid.topology;

import io.strait.measure.MedianInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A network that answers experiments as the truth says: a tree or graph of places joined by lines,
 * routes with the least latency, and max-min fair shares for flows at the same time.
 */
final class SimulatedNetwork implements Experiments {
  /** Two places are joined; each direction has a capacity, unless both share one. */
  record Line(int a, int b, double latency, double there, double back, boolean isShared) {}

  private final List<int[]> hosts = new ArrayList<>();
  private final List<Double> lanRate = new ArrayList<>();
  private final List<Boolean> lanFull = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final Random random;
  private final double noise;
  private int places;
  int trips;
  int ways;
  int flows;
  double bytes;
  static final double LAN_TRIP = 0.0004;

  SimulatedNetwork(long seed, double noise) {
    this.random = new Random(seed);
    this.noise = noise;
  }

  /** A cluster; its hosts have the next numbers. */
  int cluster(int count, double rate, boolean isFull) {
    int place = places++;
    for (int i = 0; i < count; i++) {
      hosts.add(new int[] {place});
    }
    lanRate.add(rate);
    lanFull.add(isFull);
    return place;
  }

  /** A place without hosts. */
  int router() {
    lanRate.add(Double.POSITIVE_INFINITY);
    lanFull.add(true);
    return places++;
  }

  void line(int a, int b, double latency, double there, double back, boolean isShared) {
    lines.add(new Line(a, b, latency, there, back, isShared));
  }

  int hosts() {
    return hosts.size();
  }

  int place(int host) {
    return hosts.get(host)[0];
  }

  private double noisy(double value) {
    return value * (1 + noise * (2 * random.nextDouble() - 1));
  }

  /** The lines of a route as line number and direction. */
  private List<int[]> route(int from, int to) {
    var seconds = new double[places];
    var by = new int[places];
    Arrays.fill(seconds, Double.POSITIVE_INFINITY);
    seconds[from] = 0;
    for (int round = 0; round < places; round++) {
      for (int i = 0; i < lines.size(); i++) {
        var line = lines.get(i);
        if (seconds[line.a()] + line.latency() < seconds[line.b()] - 1e-12) {
          seconds[line.b()] = seconds[line.a()] + line.latency();
          by[line.b()] = i;
        }
        if (seconds[line.b()] + line.latency() < seconds[line.a()] - 1e-12) {
          seconds[line.a()] = seconds[line.b()] + line.latency();
          by[line.a()] = i;
        }
      }
    }
    var route = new ArrayList<int[]>();
    for (int at = to; at != from; ) {
      var line = lines.get(by[at]);
      boolean isThere = line.b() == at;
      route.add(new int[] {by[at], isThere ? 1 : 0});
      at = isThere ? line.a() : line.b();
    }
    return route;
  }

  double trip(int one, int other) {
    if (place(one) == place(other)) {
      return LAN_TRIP;
    }
    return 2
        * route(place(one), place(other)).stream()
            .mapToDouble(step -> lines.get(step[0]).latency())
            .sum();
  }

  /** The names and capacities of all that a flow passes. */
  private Map<String, Double> passes(int from, int to) {
    var all = new LinkedHashMap<String, Double>();
    lan(all, from, "out");
    lan(all, to, "in");
    if (place(from) != place(to)) {
      for (var step : route(place(from), place(to))) {
        var line = lines.get(step[0]);
        boolean isThere = step[1] == 1;
        var name = "line " + step[0] + (line.isShared() ? "" : isThere ? ">" : "<");
        all.put(name, isThere ? line.there() : line.back());
      }
    }
    return all;
  }

  private void lan(Map<String, Double> all, int host, String side) {
    int place = place(host);
    all.put("lan " + (lanFull.get(place) ? side + host : place), lanRate.get(place));
  }

  /** Progressive filling: all rates grow alike until something that a flow passes is full. */
  double[] shares(List<Pair> pairs, double[] most) {
    var rates = new double[pairs.size()];
    var passed = pairs.stream().map(pair -> passes(pair.from(), pair.to())).toList();
    Set<Integer> growing = new HashSet<>();
    for (int i = 0; i < rates.length; i++) {
      growing.add(i);
    }
    while (!growing.isEmpty()) {
      double step = Double.POSITIVE_INFINITY;
      var names = new HashSet<String>();
      passed.forEach(each -> names.addAll(each.keySet()));
      for (var name : names) {
        double used = 0;
        int count = 0;
        double capacity = 0;
        for (int i = 0; i < rates.length; i++) {
          Double own = passed.get(i).get(name);
          if (own != null) {
            capacity = own;
            used += rates[i];
            count += growing.contains(i) ? 1 : 0;
          }
        }
        if (count > 0) {
          step = Math.min(step, (capacity - used) / count);
        }
      }
      for (int i : growing) {
        step = Math.min(step, most[i] - rates[i]);
      }
      for (int i : growing) {
        rates[i] += step;
      }
      var full = new HashSet<Integer>();
      for (int i : growing) {
        boolean isFull = rates[i] >= most[i] - 1e-6;
        for (var name : passed.get(i).entrySet()) {
          double used = 0;
          for (int j = 0; j < rates.length; j++) {
            used += passed.get(j).containsKey(name.getKey()) ? rates[j] : 0;
          }
          isFull |= used >= name.getValue() - 1e-6;
        }
        if (isFull) {
          full.add(i);
        }
      }
      growing.removeAll(full);
    }
    return rates;
  }

  double alone(int from, int to) {
    return passes(from, to).values().stream().mapToDouble(d -> d).min().orElse(0);
  }

  @Override
  public Map<Pair, Double> roundTrips(List<Pair> pairs, double near) {
    trips += pairs.size();
    var found = new LinkedHashMap<Pair, Double>();
    pairs.forEach(pair -> found.put(pair, noisy(trip(pair.from(), pair.to()))));
    return found;
  }

  private Map<Pair, Way> measure(List<Pair> pairs) {
    ways += pairs.size();
    var found = new LinkedHashMap<Pair, Way>();
    for (var pair : pairs) {
      double there = alone(pair.from(), pair.to());
      double back = alone(pair.to(), pair.from());
      var both =
          shares(
              List.of(pair, new Pair(pair.to(), pair.from())),
              new double[] {1.1 * there, 1.1 * back});
      found.put(
          pair,
          new Way(
              noisy(trip(pair.from(), pair.to())),
              noisy(there),
              noisy(back),
              noisy(both[0] / there + both[1] / back)));
    }
    return found;
  }

  @Override
  public Map<Pair, Way> lans(List<Pair> pairs) {
    return measure(pairs);
  }

  @Override
  public Map<Pair, Way> gaps(List<Pair> pairs) {
    return measure(pairs);
  }

  @Override
  public Together together(List<Flow> all) {
    flows += all.size();
    var pairs = all.stream().map(flow -> new Pair(flow.from(), flow.to())).toList();
    var rates = shares(pairs, all.stream().mapToDouble(Flow::offered).toArray());
    double offered = all.stream().mapToDouble(Flow::offered).sum();
    bytes += offered;
    // Flows take turns in having less: the lowest rate of each is below its share.
    var lowest = Arrays.stream(rates).map(r -> r * (1 - 0.1 * random.nextDouble())).boxed();
    double sum = noisy(Arrays.stream(rates).sum());
    return new Together(
        lowest.toList(),
        new MedianInterval(sum, (1 - noise) * sum, (1 + noise) * sum),
        Math.round(offered),
        1);
  }
}

package io.strait.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a seed decides.
 *
 * @param workers their parents by name
 * @param events in the order of time
 */
record Schedule(
    long seed, List<String> gateways, Map<String, String> workers, int tasks, List<Event> events) {
  /** Milliseconds; silence of half of it is taken for the end of a connection. */
  static final int LEASE = 3_000;

  private static final int FIRST = 0;
  private static final int LAST = 2_500;
  private static final int CLEARLY_LONGER = LEASE + 700;

  /**
   * A fault and when it strikes.
   *
   * @param at milliseconds after all have joined
   */
  record Event(int at, Fault fault) {}

  static Schedule of(long seed) {
    var random = new Random(seed * 0x9E3779B97F4A7C15L);
    var gateways = random.nextInt(3) == 0 ? List.of("east", "west") : List.of("east");
    var workers = new TreeMap<String, String>();
    workers.put("e1", "east");
    if (gateways.size() == 2) {
      workers.put("w1", "west");
    } else {
      boolean near = random.nextBoolean();
      workers.put(near ? "h1" : "e2", near ? "master" : "east");
    }
    var events = new ArrayList<Event>();
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      events.add(new Event(time(random), fault(random, gateways, List.copyOf(workers.keySet()))));
    }
    // What a farm across clusters must survive above all: one of them in every run.
    events.add(
        new Event(
            time(random),
            switch (Math.floorMod(seed, 4)) {
              case 0 -> new Fault.Kill("master", pause(random));
              case 1 -> new Fault.Kill("east", pause(random));
              case 2 -> new Fault.Cut("east", CLEARLY_LONGER);
              default -> new Fault.Replace("e1", "e9");
            }));
    events.sort(Comparator.comparingInt(Event::at));
    return new Schedule(seed, gateways, workers, 300 + random.nextInt(300), events);
  }

  private static int time(Random random) {
    return FIRST + random.nextInt(LAST - FIRST);
  }

  private static int pause(Random random) {
    return random.nextBoolean() ? random.nextInt(200) : random.nextInt(1_500);
  }

  private static Fault fault(Random random, List<String> gateways, List<String> workers) {
    var gateway = gateways.get(random.nextInt(gateways.size()));
    var worker = workers.get(random.nextInt(workers.size()));
    var child = random.nextBoolean() ? gateway : worker;
    return switch (random.nextInt(11)) {
      case 0 -> new Fault.Kill("master", pause(random));
      case 1 -> new Fault.Kill(gateway, pause(random));
      case 2 -> new Fault.Kill(worker, pause(random));
      case 3, 4 -> new Fault.Cut(child, 0);
      case 5, 6 -> new Fault.Cut(child, random.nextInt(LEASE));
      case 7 -> new Fault.Cut(child, CLEARLY_LONGER);
      case 8 -> new Fault.Stall(child, random.nextInt(LEASE), random.nextBoolean());
      case 9 -> new Fault.Stall(child, CLEARLY_LONGER, random.nextBoolean());
      default -> new Fault.Drain(gateway);
    };
  }

  /** Whether the master lives on. */
  boolean sparesTheMaster() {
    return events.stream().noneMatch(e -> e.fault.whom().equals("master"));
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    text.append(
        "seed %d: %d tasks, gateways %s, workers %s%n".formatted(seed, tasks, gateways, workers));
    events.forEach(e -> text.append("  %5d ms %s%n".formatted(e.at, e.fault)));
    return text.toString();
  }
}

package io.strait.program.schedule;

import io.strait.program.plan.*;
import java.util.*;

/** Stand-in. */
public final class Scheduler {
  private Scheduler() {}

  public static Schedule best(Flow flow, List<Integer> allowed, int most) {
    var app = flow.app();
    int n = app.calculations().size();
    var hosts = allowed.subList(0, Math.min(most, allowed.size()));
    Schedule best = null;
    var at = new int[n];
    int h = hosts.size();
    long all = (long) Math.min(2e5, Math.pow(h, n));
    for (long k = 0; k < all; k++) {
      long r = k;
      for (int i = 0; i < n; i++) { at[i] = hosts.get((int) (r % h)); r /= h; }
      var parts = new ArrayList<List<Placement.Part>>();
      var used = new HashSet<Integer>();
      for (int i = 0; i < n; i++) if (!app.calculations().get(i).split()) used.add(at[i]);
      var free = hosts.stream().filter(x -> !used.contains(x)).toList();
      for (int i = 0; i < n; i++) {
        if (app.calculations().get(i).split() && !free.isEmpty()) {
          var p = new ArrayList<Placement.Part>();
          for (int f : free) p.add(new Placement.Part(f, 1.0 / free.size()));
          parts.add(p);
        } else parts.add(List.of(new Placement.Part(at[i], 1)));
      }
      var placement = new Placement(parts);
      var e = Evaluation.of(flow, placement);
      if (best == null || e.rate() > best.evaluation().rate() * (1 + 1e-9)) best = new Schedule(placement, Slices.levels(flow), e, Double.POSITIVE_INFINITY, false);
    }
    return best;
  }
}

package io.strait.program.file;

import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The order that data impose on calculations. Late data impose none. */
public final class DataFlow {
  private DataFlow() {}

  /** Refuses a data flow in which calculations wait for each other. */
  static void check(
      Document document,
      Fields fields,
      Map<String, Calculation> calculations,
      List<DataEdge> data) {
    var names = new ArrayList<>(calculations.keySet());
    int sorted = order(names, data).size();
    if (sorted < names.size()) {
      Node node = fields.required("data");
      throw document.error(
          node,
          "the data flow has a cycle: %s; expected none, or late: true on data that nobody waits for"
              .formatted(String.join(" to ", cycle(names, data))));
    }
  }

  /** The indexes of calculations, each after those whose data it waits for, else as they stand. */
  public static List<Integer> order(ProgramApp app) {
    return order(app.calculations().stream().map(Calculation::name).toList(), app.data());
  }

  /**
   * Likewise slice by slice, unless slices contradict the data.
   *
   * @param levels calculations of each slice
   */
  public static List<Integer> order(ProgramApp app, List<List<Integer>> levels) {
    var plain = order(app);
    var order = new ArrayList<Integer>();
    for (var level : levels) {
      plain.stream().filter(level::contains).forEach(order::add);
    }
    boolean fits =
        order.size() == plain.size()
            && app.data().stream()
                .filter(edge -> !edge.late())
                .allMatch(
                    edge ->
                        order.indexOf(app.indexOf(edge.from()))
                            < order.indexOf(app.indexOf(edge.to())));
    return fits ? order : plain;
  }

  private static List<Integer> order(List<String> names, List<DataEdge> data) {
    var index = new HashMap<String, Integer>();
    names.forEach(name -> index.put(name, index.size()));
    var waits = new int[names.size()];
    var after = new ArrayList<List<Integer>>();
    names.forEach(name -> after.add(new ArrayList<>()));
    for (var edge : data) {
      if (!edge.late()) {
        int to = index.getOrDefault(edge.to(), 0);
        waits[to]++;
        after.get(index.getOrDefault(edge.from(), 0)).add(to);
      }
    }
    var ready = new PriorityQueue<Integer>();
    for (int i = 0; i < waits.length; i++) {
      if (waits[i] == 0) {
        ready.add(i);
      }
    }
    var order = new ArrayList<Integer>();
    while (!ready.isEmpty()) {
      int next = ready.remove();
      order.add(next);
      for (int to : after.get(next)) {
        if (--waits[to] == 0) {
          ready.add(to);
        }
      }
    }
    return order;
  }

  /** The calculations of a cycle, the first of them again at the end. */
  private static List<String> cycle(List<String> names, List<DataEdge> data) {
    for (var start : names) {
      var paths = new ArrayDeque<List<String>>(List.of(List.of(start)));
      var seen = new HashSet<String>();
      while (!paths.isEmpty()) {
        var path = paths.remove();
        for (var edge : data) {
          if (edge.late() || !edge.from().equals(path.getLast())) {
            continue;
          }
          var longer = new ArrayList<>(path);
          longer.add(edge.to());
          if (edge.to().equals(start)) {
            return longer;
          }
          if (seen.add(edge.to())) {
            paths.add(longer);
          }
        }
      }
    }
    return List.of();
  }
}

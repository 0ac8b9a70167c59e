package io.strait.farm.run;

import io.strait.farm.outcome.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The latest trouble of every node that had any; of many nodes, of those that had it last. */
final class Troubles {
  static final int MOST = 50;

  private record Trouble(String what, long at) {}

  private final Map<String, Trouble> latest = new LinkedHashMap<>();

  /** Notes what a node said, or why it is gone. */
  void add(List<String> path, String what, long now) {
    var node = String.join("/", path);
    latest.remove(node);
    latest.put(node, new Trouble(what, now));
    if (latest.size() > MOST) {
      latest.remove(latest.keySet().iterator().next());
    }
  }

  /** All of them, the latest first. */
  List<Standing.Trouble> list(long now) {
    var all = new ArrayList<Standing.Trouble>();
    latest.forEach(
        (node, trouble) ->
            all.add(new Standing.Trouble(node, trouble.what, (now - trouble.at) * 1e-9)));
    return all.reversed();
  }
}

package io.strait.farm.file;

import io.strait.model.Grid;
import io.strait.model.HostGroup;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the hosts that a plan file names against its grid, without listing all hosts of it. */
final class PlanHosts {
  private static final int LONGEST_NUMBER = 9;

  /** A group of hosts and its cluster. */
  private record Place(String cluster, HostGroup group) {}

  private final Document document;
  private final Map<String, Place> single = new HashMap<>();
  private final Map<String, Place> counted = new HashMap<>();

  PlanHosts(Document document, Grid grid) {
    this.document = document;
    for (var cluster : grid.clusters()) {
      for (var group : cluster.hosts()) {
        (group.count() == 0 ? single : counted).put(group.name(), new Place(cluster.name(), group));
      }
    }
  }

  /** Refuses a host that cannot be the master in that cluster. */
  void checkMaster(Node at, String name, String cluster) {
    var place = place(at, "the master", name, cluster);
    if (!place.group.role().mayLead()) {
      throw document.error(
          at, "the master '%s' is role: worker, expected role: any or master".formatted(name));
    }
  }

  /** Refuses a host that cannot be a worker in that cluster. */
  void checkWorker(Node at, String name, String cluster, String master) {
    var place = place(at, "the worker", name, cluster);
    if (!place.group.role().mayWork()) {
      throw document.error(
          at, "the worker '%s' is role: master, expected role: any or worker".formatted(name));
    }
    if (name.equals(master)) {
      throw document.error(
          at, "the worker '%s' is the plan's master, expected another host".formatted(name));
    }
  }

  private Place place(Node at, String what, String name, String cluster) {
    @Nullable Place place = find(name);
    if (place == null) {
      throw wrong(at, "%s '%s' is not in the grid".formatted(what, name), cluster);
    }
    if (!place.cluster.equals(cluster)) {
      throw wrong(at, "%s '%s' is in cluster %s".formatted(what, name, place.cluster), cluster);
    }
    return place;
  }

  private InputException wrong(Node at, String what, String cluster) {
    return document.error(at, "%s, expected a host of cluster %s".formatted(what, cluster));
  }

  private @Nullable Place find(String name) {
    @Nullable Place found = single.get(name);
    for (int digits = 1; found == null && digits <= LONGEST_NUMBER; digits++) {
      int end = name.length() - digits;
      if (end < 1 || name.charAt(end) < '0' || name.charAt(end) > '9') {
        break;
      }
      @Nullable Place place = counted.get(name.substring(0, end));
      if (place != null
          && name.charAt(end) != '0'
          && Integer.parseInt(name.substring(end)) <= place.group.count()) {
        found = place;
      }
    }
    return found;
  }
}

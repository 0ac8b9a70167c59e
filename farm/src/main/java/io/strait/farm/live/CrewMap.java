package io.strait.farm.live;

import io.strait.farm.live.LiveNodes.LiveCluster;
import io.strait.kind.live.WorkerMap;
import io.strait.view.Numbers;
import io.strait.view.page.Fact;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.List;

/** All workers of a farm at a moment. */
final class CrewMap implements WorkerMap {
  private final LiveNodes nodes;
  private final double time;
  private final List<LiveCluster> clusters;
  private final List<Group> groups;
  private final byte[] shades;

  CrewMap(LiveEvents events) {
    this.nodes = events.nodes();
    this.time = events.end;
    this.clusters = List.copyOf(nodes.clusters.values());
    this.groups = clusters.stream().map(c -> new Group(c.name, c.size(), c.wanted)).toList();
    this.shades = new byte[groups.stream().mapToInt(Group::count).sum()];
    int at = 0;
    for (var cluster : clusters) {
      for (int i = 0; i < cluster.size(); i++) {
        shades[at++] = shade(cluster.number(i));
      }
    }
  }

  private byte shade(int number) {
    if (number < 0) {
      return AWAITED;
    }
    if (!nodes.isConnected(number)) {
      return GONE;
    }
    return nodes.failedLast(number) ? FAILED : WorkerMap.shade(nodes.load(number, time));
  }

  @Override
  public List<Group> groups() {
    return groups;
  }

  @Override
  public byte[] shades() {
    return shades;
  }

  @Override
  public String name(int worker) {
    int at = worker;
    for (var cluster : clusters) {
      if (at < cluster.size()) {
        return cluster.worker(at);
      }
      at -= cluster.size();
    }
    return "";
  }

  private int number(int worker) {
    int at = worker;
    for (var cluster : clusters) {
      if (at < cluster.size()) {
        return cluster.number(at);
      }
      at -= cluster.size();
    }
    return -1;
  }

  @Override
  public List<Fact> facts(int worker) {
    int number = number(worker);
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("worker", name(worker)));
    if (number < 0) {
      facts.add(new Fact("state", "awaited"));
      return facts;
    }
    facts.add(new Fact("cluster", nodes.clusterOf(number)));
    facts.add(new Fact("state", nodes.isConnected(number) ? "here" : "gone"));
    facts.add(new Fact("busy", Numbers.percent(nodes.load(number, time))));
    facts.add(new Fact("tasks done", Show.count(nodes.done(number))));
    facts.add(new Fact("failures", nodes.failed(number) == 0 ? "" : "" + nodes.failed(number)));
    facts.add(
        new Fact(
            "a task takes",
            nodes.done(number) == 0 ? "" : Show.seconds(nodes.taskSeconds(number))));
    facts.add(
        new Fact(
            "last word",
            nodes.done(number) == 0
                ? ""
                : Show.time(Math.round(Math.max(0, time - nodes.heard(number)))) + " ago"));
    return facts;
  }
}

package io.strait.measure.slurm;

import io.strait.measure.output.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads nodes from Slurm's JSON. The package comment says which shapes there are. */
final class NodeJson {
  private static final double LOAD_UNIT = 100;
  private static final double NO_VALUE_16 = 65534;
  private static final double NO_VALUE_32 = 4294967294.0;
  private static final int MOST_IN_LISTS = 1_000_000;

  private NodeJson() {}

  /** An item of {@code nodes}. */
  static SlurmNode node(Json json) {
    var name = json.first("name", "hostname").text();
    if (name.isEmpty()) {
      throw json.error("a node without a name, expected " + SlurmReport.EXPECTED);
    }
    var node =
        new SlurmNode(
            name,
            1,
            1,
            number(json.at("real_memory")),
            number(json.at("cpu_load")) / LOAD_UNIT,
            number(json.at("alloc_cpus")),
            states(json),
            words(json.at("partitions")),
            json.at("reason").text());
    return node.isInService()
        ? cpus(
            json,
            "cpus",
            node,
            new Cpus(small(json.at("cpus")), small(json.at("effective_cpus"))),
            new Cores(
                small(json.at("sockets")), small(json.at("cores")), small(json.at("threads"))))
        : node;
  }

  /** The items of {@code sinfo}. */
  static List<SlurmNode> groups(Json list) {
    var nodes = new ArrayList<SlurmNode>();
    for (var json : list.items()) {
      var names = names(json.at("nodes", "nodes"), nodes.size());
      for (var name : names) {
        nodes.add(ofGroup(json, name, names.size()));
      }
    }
    return nodes;
  }

  private static SlurmNode ofGroup(Json json, String name, int size) {
    var load = json.at("cpus", "load");
    var node =
        new SlurmNode(
            name,
            1,
            1,
            number(json.at("memory", "minimum")),
            0.5 * (number(load.at("minimum")) + number(load.at("maximum"))) / LOAD_UNIT,
            number(json.at("cpus", "allocated")) / size,
            states(json.at("node").isThere() ? json.at("node") : json),
            words(json.at("partition", "name")),
            json.at("reason", "description").text());
    return node.isInService()
        ? cpus(
            json,
            "cpus.minimum",
            node,
            new Cpus(small(json.at("cpus", "minimum")), Double.NaN),
            new Cores(
                small(json.at("sockets", "minimum")),
                small(json.at("cores", "minimum")),
                small(json.at("threads", "minimum"))))
        : node;
  }

  private static List<String> names(Json list, int before) {
    var names = new ArrayList<String>();
    for (var item : list.isList() ? list.items() : List.of(list)) {
      try {
        names.addAll(HostNames.expand(item.text(), MOST_IN_LISTS - before - names.size()));
      } catch (IllegalArgumentException e) {
        throw item.error(
            "nodes is '%s', expected names such as n1 or n[1-8], at most %d"
                .formatted(item.text(), MOST_IN_LISTS));
      }
    }
    return names;
  }

  private static SlurmNode cpus(Json json, String key, SlurmNode node, Cpus cpus, Cores cores) {
    if (!cpus.isKnown()) {
      throw json.error(
          "node '%s' has %s '%s', expected a whole number from 1 to %d"
              .formatted(node.name(), key, json.at(key.split("\\.", -1)).text(), Cpus.MOST));
    }
    return cpus.of(node, cores);
  }

  private static List<String> states(Json json) {
    var states = new ArrayList<>(words(json.at("state")));
    states.addAll(words(json.at("state_flags")));
    return states;
  }

  /** A list of words, or a word with others behind + or commas. */
  private static Set<String> words(Json json) {
    var words = new TreeSet<String>();
    for (var item : json.isList() ? json.items() : List.of(json)) {
      words.addAll(List.of(item.text().split("[+,]", -1)));
    }
    words.remove("");
    return words;
  }

  /** A number that fits 16 bits if it is known. */
  private static double small(Json json) {
    double number = number(json);
    return number >= NO_VALUE_16 ? Double.NaN : number;
  }

  private static double number(Json json) {
    if (json.isObject()) {
      boolean isSet = json.at("set").text().equals("true");
      boolean isInfinite = json.at("infinite").text().equals("true");
      return isSet && !isInfinite ? number(json.at("number")) : Double.NaN;
    }
    double number = json.number();
    return number >= 0 && number < NO_VALUE_32 ? number : Double.NaN;
  }
}

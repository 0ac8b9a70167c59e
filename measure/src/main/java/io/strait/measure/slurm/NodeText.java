package io.strait.measure.slurm;

import io.strait.measure.output.ToolOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads the text of {@code scontrol show nodes}. A node begins with {@code NodeName=} and ends
 * where the next one begins. Values may contain spaces, and the last ones anything, so a key counts
 * where it stands first.
 */
final class NodeText {
  private static final Pattern NODE = Pattern.compile("(?m)^\\s*NodeName=(\\S+)");
  private static final Pattern VALUE = Pattern.compile("(?<=\\s)([A-Za-z]{1,40})=(\\S*)");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,12}(\\.\\d*)?");
  private static final Pattern REASON =
      Pattern.compile("(?m)(?<=\\s)Reason=(.*?)(?: \\[[^\\]]*\\])?\\s*$");

  private final ToolOutput output;
  private final String text;
  private final int line;
  private final Map<String, String> values = new HashMap<>();

  private NodeText(ToolOutput output, String text, int line) {
    this.output = output;
    this.text = text;
    this.line = line;
    var matcher = VALUE.matcher(text);
    while (matcher.find()) {
      values.putIfAbsent(matcher.group(1), matcher.group(2));
    }
  }

  static List<SlurmNode> nodes(ToolOutput output) {
    var nodes = new ArrayList<SlurmNode>();
    var matcher = NODE.matcher(output.text());
    int line = 1;
    int counted = 0;
    boolean more = matcher.find();
    if (!more) {
      throw output.error(
          1, "neither JSON nor a line with NodeName=, expected " + SlurmReport.EXPECTED);
    }
    while (more) {
      int start = matcher.start(1);
      var name = matcher.group(1);
      more = matcher.find();
      int end = more ? matcher.start() : output.text().length();
      line += (int) output.text().substring(counted, start).chars().filter(c -> c == '\n').count();
      counted = start;
      nodes.add(new NodeText(output, output.text().substring(start, end), line).node(name));
    }
    return nodes;
  }

  private SlurmNode node(String name) {
    var reason = REASON.matcher(text);
    var states = List.of(value("State").split("\\+", -1));
    var node =
        new SlurmNode(
            name,
            1,
            1,
            number("RealMemory"),
            number("CPULoad"),
            number("CPUAlloc"),
            states,
            partitions(),
            values.containsKey("Reason") && reason.find() ? reason.group(1).strip() : "");
    if (!node.isInService()) {
      return node;
    }
    var total = new Cpus(number("CPUTot"), number("CPUEfctv"));
    var cores = new Cores(number("Sockets"), number("CoresPerSocket"), number("ThreadsPerCore"));
    if (!total.isKnown()) {
      throw output.error(
          line,
          "node '%s' has CPUTot='%s', expected a whole number from 1 to %d"
              .formatted(name, value("CPUTot"), Cpus.MOST));
    }
    return total.of(node, cores);
  }

  private Set<String> partitions() {
    var names = new TreeSet<>(Arrays.asList(value("Partitions").split(",", -1)));
    names.removeAll(Set.of("", "(null)"));
    return names;
  }

  /** The value of a key; empty if it is not there. */
  private String value(String key) {
    return values.getOrDefault(key, "");
  }

  private double number(String key) {
    var value = value(key);
    return DECIMAL.matcher(value).matches() ? Double.parseDouble(value) : Double.NaN;
  }
}

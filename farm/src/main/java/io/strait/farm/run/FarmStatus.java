package io.strait.farm.run;

import io.strait.farm.message.Message;
import io.strait.farm.outcome.Standing;
import io.strait.farm.outcome.Standing.Failure;
import io.strait.farm.protocol.ChildState;
import io.strait.farm.protocol.Master;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * How a run stands.
 *
 * @param finished tasks that are done or have failed for good
 * @param failed those that have failed for good, and why
 * @param handedOut tasks that somebody holds
 * @param duplicates results that came a second time
 * @param epoch how often the master was started
 * @param before those that were finished when the master was started
 * @param rate tasks per second since the master was started
 * @param elapsed seconds from the first task handed out to the last result
 * @param departed children that are gone for good
 * @param below connected workers below those gateways that have told of any
 * @param troubles what nodes warned of last, or why they are gone
 */
public record FarmStatus(
    String run,
    int tasks,
    int finished,
    int before,
    Map<Integer, String> failed,
    int handedOut,
    int duplicates,
    int epoch,
    double seconds,
    double rate,
    double elapsed,
    List<ChildState> children,
    List<ChildState> departed,
    Map<String, Integer> below,
    List<Standing.Trouble> troubles) {

  static FarmStatus of(String run, Master master, int before, double seconds, Roster roster) {
    return new FarmStatus(
        run,
        master.tasks(),
        master.finished(),
        before,
        new TreeMap<>(master.failed()),
        master.handedOut(),
        master.duplicates(),
        master.epoch(),
        seconds,
        seconds > 0 ? (master.finished() - before) / seconds : 0,
        master.elapsed() * 1e-9,
        master.children(),
        master.departed(),
        roster.workers(),
        roster.troubles());
  }

  /** What of it a run's summary keeps. */
  public Standing standing() {
    return new Standing(
        run,
        tasks,
        finished,
        before,
        failed.size(),
        handedOut,
        duplicates,
        epoch,
        seconds,
        rate,
        failed.entrySet().stream().map(f -> new Failure(f.getKey(), f.getValue())).toList(),
        children.stream()
            .map(
                c ->
                    new Standing.Child(
                        c.name(),
                        c.role().name().toLowerCase(Locale.ROOT),
                        c.connected(),
                        below.get(c.name()),
                        c.holding(),
                        c.finished(),
                        c.received(),
                        c.sent()))
            .toList(),
        troubles);
  }

  /** In the text format of Prometheus. */
  public String metrics() {
    var out = new StringBuilder();
    metric(out, "tasks", "gauge", "Tasks of the run.", tasks);
    metric(out, "tasks_finished_total", "counter", "Tasks done or failed for good.", finished);
    metric(out, "tasks_failed_total", "counter", "Tasks failed for good.", failed.size());
    metric(out, "tasks_handed_out", "gauge", "Tasks that a child holds.", handedOut);
    metric(out, "results_duplicate_total", "counter", "Results that came again.", duplicates);
    metric(out, "master_epoch", "gauge", "How often the master was started.", epoch);
    metric(out, "tasks_per_second", "gauge", "Mean rate since the start.", rate);
    for (var role : Message.Role.values()) {
      long connected = children.stream().filter(c -> c.connected() && c.role() == role).count();
      metric(
          out,
          role.name().toLowerCase(Locale.ROOT) + "s_connected",
          "gauge",
          "Direct children that are connected.",
          (double) connected);
    }
    perChild(out, "finished", "Tasks that a direct child has handed in.", ChildState::finished);
    perChild(out, "received_bytes", "Results from a direct child.", ChildState::received);
    perChild(out, "sent_bytes", "Inputs to a direct child.", ChildState::sent);
    return out.toString();
  }

  private void perChild(
      StringBuilder out, String name, String help, ToLongFunction<ChildState> value) {
    out.append("# HELP strait_child_").append(name).append("_total ").append(help).append('\n');
    out.append("# TYPE strait_child_").append(name).append("_total counter\n");
    for (var child : children) {
      out.append("strait_child_").append(name).append("_total{child=\"");
      out.append(label(child.name())).append("\"} ").append(value.applyAsLong(child)).append('\n');
    }
  }

  private static String label(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static void metric(
      StringBuilder out, String name, String type, String help, double value) {
    out.append("# HELP strait_").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE strait_").append(name).append(' ').append(type).append('\n');
    out.append("strait_").append(name).append(' ');
    out.append(value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value));
    out.append('\n');
  }
}

package io.strait.lab.fault;

import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.InputException;
import io.strait.model.text.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Faults with the times at which they happen, so that a run can be repeated.
 *
 * <pre>
 * faults:
 *   - {at: 10 s, cut: east-west, for: 90 s}
 *   - {at: 20 s, set: east-west, change: "latency=300ms,loss=2%"}
 *   - {at: 30 s, kill: gateway.west}
 *   - {at: 40 s, freeze: es1, for: 70 s}
 *   - {at: 50 s, partition: "east|west,north", for: 20 s}
 *   - {at: 80 s, heal: all}
 * </pre>
 *
 * <p>Times and latencies are those of the grid: in a lab that is 20 times faster than life, {@code
 * at: 20 s} is after one second.
 */
public record FaultScript(List<Timed> faults) {
  /** A fault and when it happens, after the begin of the run. */
  public record Timed(Duration at, Fault fault) {}

  public static final FaultScript NONE = new FaultScript(List.of());

  public FaultScript {
    faults = faults.stream().sorted(Comparator.comparing(Timed::at)).toList();
  }

  /** Reads a file. */
  public static FaultScript read(Document document, Checker checker) {
    var fields = Fields.of(document, document.root(), "the file of faults", "faults");
    var faults = new ArrayList<Timed>();
    for (var item : Fields.items(document, fields.required("faults"), "faults")) {
      faults.add(timed(document, item, checker));
    }
    return new FaultScript(faults);
  }

  /** Says what is wrong with a fault in a certain lab. */
  public interface Checker {
    void check(Fault fault);

    /** Says what is wrong with a change by itself. */
    default void checkChange(String change) {}
  }

  /** When all is over: the last fault has happened, and those that last have ended. */
  public Duration end() {
    var end = Duration.ZERO;
    for (var timed : faults) {
      @Nullable Duration lasts = timed.fault().lasts();
      var over = lasts == null ? timed.at() : timed.at().plus(lasts);
      end = over.compareTo(end) > 0 ? over : end;
    }
    return end;
  }

  private static Timed timed(Document document, Node item, Checker checker) {
    var keys = new ArrayList<>(List.of("at", "for", "change"));
    for (var what : Fault.What.values()) {
      keys.add(what.word());
    }
    var fields = Fields.of(document, item, "a fault", keys.toArray(String[]::new));
    var at = time(document, fields.required("at"), "at", false);
    Fault.@Nullable What found = null;
    for (var what : Fault.What.values()) {
      if (fields.has(what.word())) {
        if (found != null) {
          throw document.error(
              fields.required(what.word()),
              "a fault both %s and %s, expected one of them".formatted(found.word(), what.word()));
        }
        found = what;
      }
    }
    if (found == null) {
      throw document.error(
          item, "a fault has no name, expected cut, heal, set, kill, freeze or partition");
    }
    @Nullable Node lasts = fields.find("for");
    var where = fields.required(found.word());
    var fault =
        new Fault(
            found,
            Fields.text(document, where, found.word()),
            change(document, fields, found, checker),
            lasts == null ? null : time(document, lasts, "for", true));
    check(document, where, () -> checker.check(fault));
    return new Timed(at, fault);
  }

  private static String change(Document document, Fields fields, Fault.What what, Checker checker) {
    if (what == Fault.What.SET) {
      var node = fields.required("change");
      var change = Fields.text(document, node, "change").replace(" ", "");
      check(document, node, () -> checker.checkChange(change));
      return change;
    }
    if (fields.has("change")) {
      throw document.error(
          fields.required("change"),
          "change belongs to set, expected none for %s".formatted(what.word()));
    }
    return "";
  }

  private static void check(Document document, Node node, Runnable check) {
    try {
      check.run();
    } catch (InputException e) {
      throw document.error(node, String.valueOf(e.getMessage()));
    }
  }

  private static Duration time(Document document, Node node, String key, boolean isPositive) {
    var text = Fields.text(document, node, key);
    try {
      var time = Durations.parse(text);
      if (isPositive ? time.isPositive() : !time.isNegative()) {
        return time;
      }
    } catch (QuantityException e) {
      // reported below
    }
    throw document.error(
        node,
        "%s is '%s', expected a time%s such as 30 s"
            .formatted(key, text, isPositive ? " above zero" : ""));
  }
}

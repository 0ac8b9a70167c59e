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
 * </pre>
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
  }

  private static Timed timed(Document document, Node item, Checker checker) {
    var keys = new ArrayList<>(List.of("at", "for", "change"));
    for (var what : Fault.What.values()) {
      keys.add(what.word());
    }
    var fields = Fields.of(document, item, "a fault", keys.toArray(String[]::new));
    var at = time(document, fields.required("at"), "at");
    @Nullable Node lasts = fields.find("for");
    @Nullable Fault found = null;
    for (var what : Fault.What.values()) {
      @Nullable Node node = fields.find(what.word());
      if (node == null) {
        continue;
      }
      if (found != null) {
        throw document.error(node, "a fault has two names, expected one");
      }
      @Nullable Node change = fields.find("change");
      found =
          new Fault(
              what,
              Fields.text(document, node, what.word()),
              change == null ? "" : Fields.text(document, change, "change").replace(" ", ""),
              lasts == null ? null : time(document, lasts, "for"));
      try {
        checker.check(found);
      } catch (InputException e) {
        throw document.error(node, String.valueOf(e.getMessage()));
      }
    }
    if (found == null) {
      throw document.error(
          item, "a fault has no name, expected cut, heal, set, kill, freeze or partition");
    }
    return new Timed(at, found);
  }

  private static Duration time(Document document, Node node, String key) {
    var text = Fields.text(document, node, key);
    try {
      var time = Durations.parse(text);
      if (!time.isNegative()) {
        return time;
      }
    } catch (QuantityException e) {
      // reported below
    }
    throw document.error(node, "%s is '%s', expected a time such as 30 s".formatted(key, text));
  }
}

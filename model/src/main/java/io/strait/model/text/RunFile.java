package io.strait.model.text;

import io.strait.model.Objective;
import io.strait.model.PhasePlan.Phase;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.Fraction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code run.yaml}, the options that hold for a folder unless the command line says
 * otherwise. Null or empty where the file does not say.
 *
 * @param timeScale how many times faster than life a run is emulated
 * @param duration how long every emulated step is to take, instead of a time scale
 * @param steps to run: phases of a farm's plan, or numberings of a realignment
 * @param reference speedups that somebody published, to be shown beside ours
 * @param strategies of a stencil to run
 * @param document where all that is written; null if there is no such file
 */
public record RunFile(
    @Nullable Fraction efficiency,
    @Nullable String master,
    @Nullable Objective objective,
    @Nullable Double timeScale,
    @Nullable Duration duration,
    List<String> steps,
    Map<Phase, Double> reference,
    List<String> strategies,
    @Nullable Document document) {

  /** The fastest that an emulation may be. */
  public static final double MOST_SCALE = 1e9;

  /** What may be run of a realignment. */
  private static final List<String> NUMBERINGS = List.of("natural", "renumbered");

  /** No options. */
  public static final RunFile EMPTY = new RunFile(null, null, null);

  /** Options of planning alone. */
  public RunFile(
      @Nullable Fraction efficiency, @Nullable String master, @Nullable Objective objective) {
    this(efficiency, master, objective, null, null, List.of(), Map.of(), List.of(), null);
  }

  public static RunFile read(Document document) {
    var fields =
        Fields.of(
            document,
            document.root(),
            "the run file",
            "efficiency",
            "master",
            "objective",
            "time-scale",
            "duration",
            "steps",
            "reference",
            "strategies");
    @Nullable Fraction efficiency =
        fields.has("efficiency")
            ? fields.positive("efficiency", Fraction::parse, Fraction::ofOne)
            : null;
    if (efficiency != null && efficiency.ofOne() > 1) {
      throw document.error(
          fields.required("efficiency"),
          "efficiency is %s, expected at most 100%%".formatted(efficiency));
    }
    if (fields.has("time-scale") && fields.has("duration")) {
      throw document.error(
          fields.required("duration"), "duration beside time-scale, expected one of them");
    }
    return new RunFile(
        efficiency,
        fields.has("master") ? fields.name("master") : null,
        fields.has("objective") ? fields.choice("objective", Objective.EFFICIENT) : null,
        fields.has("time-scale")
            ? number(document, fields.required("time-scale"), "time-scale")
            : null,
        fields.has("duration")
            ? fields.positive("duration", Durations::parse, Durations::seconds)
            : null,
        steps(document, fields),
        reference(document, fields),
        strategies(document, fields),
        document);
  }

  /** An error at the value of a key, or where that is a list, at one of its items. */
  public InputException error(String key, String item, String message) {
    if (document == null) {
      return new InputException(message);
    }
    Node at = document.root();
    if (at instanceof Node.Mapping root && root.get(key) != null) {
      at = Objects.requireNonNull(root.get(key));
    }
    if (at instanceof Node.Sequence list) {
      for (var one : list.items()) {
        if (one instanceof Node.Scalar text && text.text().equals(item)) {
          at = one;
        }
      }
    }
    return document.error(at, message);
  }

  private static List<String> steps(Document document, Fields fields) {
    var steps = new ArrayList<String>();
    if (fields.has("steps")) {
      for (var item : Fields.items(document, fields.required("steps"), "steps")) {
        var text = Fields.text(document, item, "a step");
        steps.add(
            NUMBERINGS.contains(text)
                ? text
                : phase(document, item, text, ", " + String.join(", ", NUMBERINGS))
                    .name()
                    .toLowerCase(Locale.ROOT));
      }
    }
    return steps;
  }

  private static List<String> strategies(Document document, Fields fields) {
    var strategies = new ArrayList<String>();
    if (fields.has("strategies")) {
      for (var item : Fields.items(document, fields.required("strategies"), "strategies")) {
        strategies.add(StencilFile.strategy(document, item, "a strategy").word());
      }
    }
    return strategies;
  }

  private static Map<Phase, Double> reference(Document document, Fields fields) {
    var values = new EnumMap<Phase, Double>(Phase.class);
    if (fields.has("reference")) {
      var node = fields.required("reference");
      for (var entry : Fields.mapping(document, node, "reference").entries()) {
        values.put(
            phase(document, entry.key(), entry.key().text(), ""),
            number(document, entry.value(), "a speedup"));
      }
    }
    return values;
  }

  private static Phase phase(Document document, Node at, String text, String others) {
    for (var phase : Phase.values()) {
      if (phase.name().toLowerCase(Locale.ROOT).equals(text)) {
        return phase;
      }
    }
    throw document.error(
        at,
        "'%s' is no step, expected one of: %s%s"
            .formatted(text, Fields.names(Phase.values()), others));
  }

  private static double number(Document document, Node node, String what) {
    var text = Fields.text(document, node, what);
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value <= MOST_SCALE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw document.error(
        node, "%s is '%s', expected a number above zero, at most 1e9".formatted(what, text));
  }
}

package io.strait.model.text;

import io.strait.model.Objective;
import io.strait.model.quantity.Fraction;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code run.yaml}, the options that hold for a folder unless the command line says
 * otherwise. Null where the file does not say.
 */
public record RunFile(
    @Nullable Fraction efficiency, @Nullable String master, @Nullable Objective objective) {

  /** No options. */
  public static final RunFile EMPTY = new RunFile(null, null, null);

  public static RunFile read(Document document) {
    var fields =
        Fields.of(document, document.root(), "the run file", "efficiency", "master", "objective");
    @Nullable Fraction efficiency =
        fields.has("efficiency")
            ? fields.positive("efficiency", Fraction::parse, Fraction::ofOne)
            : null;
    if (efficiency != null && efficiency.ofOne() > 1) {
      throw document.error(
          fields.required("efficiency"),
          "efficiency is %s, expected at most 100%%".formatted(efficiency));
    }
    return new RunFile(
        efficiency,
        fields.has("master") ? fields.name("master") : null,
        fields.has("objective") ? fields.choice("objective", Objective.EFFICIENT) : null);
  }
}

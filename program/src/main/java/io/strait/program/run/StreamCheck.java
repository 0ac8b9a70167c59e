package io.strait.program.run;

import io.strait.kind.code.TaskCode;
import io.strait.program.file.Calculation;
import io.strait.program.file.Overlap;
import io.strait.program.file.Pace;
import io.strait.program.file.ProgramApp;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds calculations that an app file says stream and that cannot. */
public final class StreamCheck {
  /**
   * A calculation with {@code stream: true} that would wait for whole units.
   *
   * @param message why, and what would be right
   */
  public record Misfit(String calculation, String message) {}

  private final ProgramApp app;
  private final ClassLoader loader;

  private StreamCheck(ProgramApp app, ClassLoader loader) {
    this.app = app;
    this.loader = loader;
  }

  /** The first calculation that cannot stream. All must have code. */
  public static Optional<Misfit> find(ProgramApp app, ClassLoader loader) {
    var check = new StreamCheck(app, loader);
    var paces = Pace.of(app.calculations(), app.data());
    for (int i = 0; i < paces.size(); i++) {
      var each = app.calculations().get(i);
      @Nullable String why = each.stream() ? check.why(each, paces.get(i)) : null;
      if (why != null) {
        return Optional.of(new Misfit(each.name(), "stream is true, but " + why));
      }
    }
    return Optional.empty();
  }

  private @Nullable String why(Calculation calculation, Pace pace) {
    if (app.overlap() == Overlap.NONE) {
      return "with overlap: none every calculation waits for whole units, expected overlap:"
          + " threads, or no stream";
    }
    if (pace != Pace.DUE) {
      return "nobody waits for '%s' and its data are sent whole, expected one that is not late and is done for units, or no stream"
          .formatted(calculation.name());
    }
    return switch (JavaCodes.code(app, calculation.name())) {
      case null -> null;
      case TaskCode.Command _ -> cut(calculation);
      case TaskCode.Resident _ ->
          "a resident process takes and answers whole units, expected run: {command: …}, or no"
              + " stream";
      case TaskCode.JavaClass java ->
          JavaCodes.program(java, loader).streams(calculation.name())
              ? null
              : "class %s waits for whole units of '%s', expected one whose method streams says that it does not, or no stream"
                  .formatted(java.name(), calculation.name());
    };
  }

  /** What a command prints is cut into shares, for which all of it must be known. */
  private @Nullable String cut(Calculation calculation) {
    for (var edge : app.data()) {
      if (edge.from().equals(calculation.name())
          && !edge.broadcast()
          && app.calculations().get(app.indexOf(edge.to())).split()) {
        return "what a command prints is cut among the parts of '%s' when all of it is there, expected broadcast: true on these data, or no stream"
            .formatted(edge.to());
      }
    }
    return null;
  }
}

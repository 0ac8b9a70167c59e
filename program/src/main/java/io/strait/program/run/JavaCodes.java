package io.strait.program.run;

import io.strait.kind.code.Settings;
import io.strait.kind.code.TaskCode;
import io.strait.kind.code.UserClass;
import io.strait.program.file.Calculation;
import io.strait.program.file.Pace;
import io.strait.program.file.ProgramApp;
import io.strait.program.run.Wiring.PartAt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the code of parts from what an app file names. */
public final class JavaCodes implements RankEngine.Codes {
  private final ClassLoader loader;
  private final double promised;
  private final Path folder;
  private final Consumer<String> say;
  private final Map<TaskCode, Program> programs = new HashMap<>();

  /**
   * @param promised units in a second that the plan promises; 0 for none
   * @param folder where programs may leave results
   * @param say takes a line for people
   */
  public JavaCodes(ClassLoader loader, double promised, Path folder, Consumer<String> say) {
    this.loader = loader;
    this.promised = promised;
    this.folder = folder;
    this.say = say;
  }

  /** A calculation that has no code. */
  public static Optional<String> findIdle(ProgramApp app) {
    return app.calculations().stream()
        .map(Calculation::name)
        .filter(name -> code(app, name) == null)
        .findFirst();
  }

  /**
   * Refuses an app that never ends, or whose classes cannot be made.
   *
   * @throws IllegalArgumentException with the reason
   */
  public static void check(ProgramApp app, ClassLoader loader) {
    if (!Pace.of(app.calculations(), app.data()).contains(Pace.DUE)) {
      throw new IllegalArgumentException(
          "all calculations follow the clock and never end, expected one that is done for units");
    }
    for (var each : app.calculations()) {
      if (code(app, each.name()) instanceof TaskCode.JavaClass java) {
        program(java, loader);
      }
    }
  }

  /** The code of a calculation: its own, or else the app's. */
  static @Nullable TaskCode code(ProgramApp app, String calculation) {
    var own = app.calculations().get(app.indexOf(calculation)).run();
    return own == null ? app.run() : own;
  }

  static Program program(TaskCode.JavaClass java, ClassLoader loader) {
    var program = UserClass.create(Program.class, "program", java.name(), loader);
    UserClass.begin(java.name(), Settings.of(java.with()), program::configure);
    return program;
  }

  @Override
  public Code open(Wiring wiring, PartAt part) throws Exception {
    var app = wiring.flow().app();
    var name = app.calculations().get(part.calculation()).name();
    var code = code(app, name);
    return switch (code) {
      case null ->
          throw new IllegalArgumentException("calculation '%s' has nothing to run".formatted(name));
      case TaskCode.JavaClass java -> java(java, wiring, part, name);
      case TaskCode.Command command -> new CommandCode(command, wiring, part, folder);
      case TaskCode.Resident resident -> new ResidentCode(resident, wiring, part, folder);
    };
  }

  private Code java(TaskCode.JavaClass java, Wiring wiring, PartAt part, String name)
      throws Exception {
    var place =
        new Program.Place(
            name,
            part.index(),
            wiring.parts(part.calculation()).size(),
            part.from(),
            part.to(),
            wiring.flow().app().units(),
            promised,
            folder,
            say);
    Program.Code own;
    synchronized (programs) { // ranks that are threads share a program, which need not know
      own = programs.computeIfAbsent(java, key -> program(java, loader)).open(place);
    }
    return new Code() {
      @Override
      public void run(Program.Unit unit) throws Exception {
        own.run(unit);
      }

      @Override
      public void close() throws IOException {
        own.close();
      }
    };
  }
}

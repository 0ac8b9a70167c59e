package io.strait.stencil.run;

import io.strait.kind.code.Settings;
import io.strait.kind.code.TaskCode;
import io.strait.kind.code.UserClass;
import io.strait.model.Element;
import io.strait.stencil.file.StencilApp;
import java.util.Arrays;
import java.util.Locale;

/** Finds the class that a stencil's app file names. */
public final class Kernels {
  private Kernels() {}

  /**
   * @throws IllegalArgumentException if there is no such class, it is no kernel, refuses a setting
   *     or cannot compute cells of the app's type
   */
  public static Kernel load(StencilApp app, ClassLoader loader) {
    TaskCode.JavaClass code = app.run();
    if (code == null) {
      throw new IllegalArgumentException("the app has no 'run', expected run: {class: …}");
    }
    var kernel = UserClass.create(Kernel.class, "kernel", code.name(), loader);
    UserClass.begin(code.name(), Settings.of(code.with()), settings -> kernel.begin(app, settings));
    if (!kernel.takes(app.type())) {
      throw new IllegalArgumentException(
          "class '%s' does not compute cells of type %s, expected one of: %s"
              .formatted(
                  code.name(),
                  word(app.type()),
                  String.join(
                      ", ",
                      Arrays.stream(Element.values())
                          .filter(kernel::takes)
                          .map(Kernels::word)
                          .toList())));
    }
    return kernel;
  }

  private static String word(Element type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}

package io.strait.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Something that is fuzzed; the package's comment says what it looks like.
 *
 * @param name the class's name without {@code Fuzz}, in lower case with hyphens
 * @param method takes one input
 */
record FuzzTarget(String name, Class<?> code, Method method) {
  private static final String ENDING = "Fuzz.class";

  /** All targets of this module, by name. */
  static List<FuzzTarget> all() {
    try {
      var root =
          Path.of(FuzzTarget.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      var targets = new ArrayList<FuzzTarget>();
      try (var files = Files.walk(root)) {
        for (var file : files.filter(f -> f.toString().endsWith(ENDING)).toList()) {
          var path = root.relativize(file).toString().replace('/', '.');
          targets.add(of(Class.forName(path.substring(0, path.length() - ".class".length()))));
        }
      }
      targets.sort(Comparator.comparing(FuzzTarget::name));
      return targets;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FuzzTarget of(Class<?> code) throws NoSuchMethodException {
    var name = code.getSimpleName().replaceFirst("Fuzz$", "");
    var method = code.getDeclaredMethod("fuzzerTestOneInput", byte[].class);
    method.setAccessible(true);
    return new FuzzTarget(
        name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT), code, method);
  }

  /** Reads one input. What is thrown is a bug. */
  void run(byte[] input) throws Throwable {
    try {
      method.invoke(null, (Object) input);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Good inputs. */
  @SuppressWarnings("unchecked")
  List<byte[]> seeds() {
    return (List<byte[]>) call("seeds");
  }

  /** Words of the target's language. */
  @SuppressWarnings("unchecked")
  List<String> words() {
    return (List<String>) call("words");
  }

  private List<?> call(String name) {
    try {
      var found = code.getDeclaredMethod(name);
      found.setAccessible(true);
      return (List<?>) found.invoke(null);
    } catch (NoSuchMethodException e) {
      return List.of();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("%s of %s failed".formatted(name, code), e);
    }
  }

  /** Where inputs are kept that once were bugs. */
  Path folder() {
    return Samples.root().resolve("cli/src/test/fuzz").resolve(name);
  }

  /** The inputs that once were bugs. */
  List<Path> kept() {
    if (!Files.isDirectory(folder())) {
      return List.of();
    }
    try (var files = Files.list(folder())) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

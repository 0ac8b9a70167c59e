package io.strait.run.task;

import io.strait.model.TaskCode;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** Finds the class that an app file names on the class path that is there. */
final class FarmClass {
  private FarmClass() {}

  /**
   * An instance of the class, with its settings.
   *
   * @throws IllegalArgumentException if there is no such class, it is no farm or refuses a setting
   */
  static Farm load(TaskCode.JavaClass code, int tasks, List<SharedFile> files, ClassLoader loader) {
    var farm = create(code.name(), loader);
    var settings = new Settings(tasks, code.with(), files);
    try {
      farm.begin(settings);
    } catch (Settings.WrongSetting e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      throw new IllegalArgumentException(
          "class '%s' cannot begin: %s".formatted(code.name(), e), e);
    }
    settings.check();
    return farm;
  }

  private static Farm create(String name, ClassLoader loader) {
    try {
      var found = Class.forName(name, true, loader);
      if (!Farm.class.isAssignableFrom(found)) {
        throw new IllegalArgumentException(
            "class '%s' is no farm, expected one that implements %s"
                .formatted(name, Farm.class.getName()));
      }
      return (Farm) found.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "class '%s' is not there, expected it on the class path".formatted(name), e);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be created, expected a public class with a public constructor without"
                  .formatted(name)
              + " parameters",
          e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be created: %s".formatted(name, e.getCause()), e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("class '%s' cannot be loaded: %s".formatted(name, e), e);
    }
  }
}

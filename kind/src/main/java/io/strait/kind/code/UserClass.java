package io.strait.kind.code;

import io.strait.model.text.Printable;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates objects of the classes that app files name. */
public final class UserClass {
  private static final int LONGEST = 500;

  private UserClass() {}

  /**
   * Gives an object its settings and checks that it asked for all of them.
   *
   * @throws IllegalArgumentException if it refuses a setting or does not know one
   */
  public static void begin(String name, Settings settings, Consumer<Settings> object) {
    try {
      object.accept(settings);
    } catch (Settings.WrongSetting e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      throw new IllegalArgumentException(
          "class '%s' cannot start%s, expected one that begins with these settings"
              .formatted(name, reason(e)),
          e);
    }
    settings.check();
  }

  /**
   * Creates an object of a class.
   *
   * @param type the type that the class must have
   * @param noun the type's name in messages
   * @throws IllegalArgumentException if there is no such class, or it does not have the type
   */
  public static <T> T create(Class<T> type, String noun, String name, ClassLoader loader) {
    try {
      var found = Class.forName(name, true, loader);
      if (!type.isAssignableFrom(found)) {
        throw new IllegalArgumentException(
            "class '%s' is not a %s, expected one that implements %s"
                .formatted(name, noun, type.getName()));
      }
      return type.cast(found.getConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "class '%s' was not found, expected it on the class path".formatted(name), e);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be created, expected a public class with a public constructor without"
                  .formatted(name)
              + " parameters",
          e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be created%s, expected a constructor that succeeds"
              .formatted(name, reason(e.getCause())),
          e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be loaded%s, expected its full name, and all that it needs on the class"
                  .formatted(name, reason(e.getCause() == null ? e : e.getCause()))
              + " path",
          e);
    }
  }

  /** What a failure says of itself; users need not know how Java calls it. */
  private static String reason(@Nullable Throwable failure) {
    @Nullable String message = failure == null ? null : failure.getMessage();
    return message == null || message.isBlank() ? "" : ": " + Printable.line(message, LONGEST);
  }
}

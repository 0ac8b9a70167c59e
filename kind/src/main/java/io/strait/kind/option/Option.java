package io.strait.kind.option;

import org.jspecify.annotations.Nullable;

/**
 * An option that a kind of application adds to a command.
 *
 * @param name the name, with its two dashes
 * @param label the value's label in the help; null for a flag, which has no value
 * @param repeated whether the option may be given several times
 * @param hidden whether the help leaves it out
 */
public record Option(
    String name, @Nullable String label, boolean repeated, boolean hidden, String description) {
  /** An option with a value. */
  public static Option of(String name, String label, String description) {
    return new Option(name, label, false, false, description);
  }

  /** An option with a value that may be given several times. */
  public static Option repeated(String name, String label, String description) {
    return new Option(name, label, true, false, description);
  }

  /** A flag, which has no value. */
  public static Option flag(String name, String description) {
    return new Option(name, null, false, false, description);
  }

  /** An option that only Strait itself uses, and that the help leaves out. */
  public static Option hidden(String name, String label) {
    return new Option(name, label, false, true, "");
  }
}

package io.strait.kind.option;

import org.jspecify.annotations.Nullable;

/**
 * An option of a command that a kind of application has.
 *
 * @param name with its two dashes
 * @param label what stands for its value in the help; null for a switch, which has none
 * @param repeated whether it may be given several times
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

  /** An option without a value. */
  public static Option flag(String name, String description) {
    return new Option(name, null, false, false, description);
  }

  /** An option that we give ourselves, and that no help shows. */
  public static Option hidden(String name, String label) {
    return new Option(name, label, false, true, "");
  }
}

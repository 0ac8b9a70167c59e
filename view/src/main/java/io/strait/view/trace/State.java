package io.strait.view.trace;

/**
 * What a lane does for a while, or what happens to it at one moment. A state that is made {@link
 * #of} a name goes by it everywhere; formats that have words of their own get them from the other
 * methods.
 *
 * @param number from zero, in the order of legends; its place in the list of a {@link Recording}
 * @param name what a reader of a Pajé trace sees
 * @param color see {@link Palette}
 * @param alias one word, for lines of a Pajé trace
 * @param event what Perfetto calls a record
 * @param legend what a Gantt picture calls the colour
 * @param counts what the number of a record counts or names in Perfetto; empty if it says nothing
 */
public record State(
    int number,
    String name,
    int color,
    Form form,
    String alias,
    String event,
    String legend,
    String counts) {

  /** How a Gantt picture shows a state. */
  public enum Form {
    /** As high as the line. */
    FULL,
    /** In the upper half of the line: one of two directions. */
    UPPER,
    /** In the lower half. */
    LOWER,
    /** A triangle: it takes no time. */
    MARK
  }

  public static State of(int number, String name, int color) {
    return new State(number, name, color, Form.FULL, name.replace(' ', '-'), name, name, "");
  }

  public State as(Form other) {
    return new State(number, name, color, other, alias, event, legend, counts);
  }

  public State alias(String word) {
    return new State(number, name, color, form, word, event, legend, counts);
  }

  public State event(String words) {
    return new State(number, name, color, form, alias, words, legend, counts);
  }

  public State legend(String words) {
    return new State(number, name, color, form, alias, event, words, counts);
  }

  public State counting(String word) {
    return new State(number, name, color, form, alias, event, legend, word);
  }

  public boolean isMark() {
    return form == Form.MARK;
  }
}

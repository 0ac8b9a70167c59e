package io.strait.serve.plan;

import io.strait.view.page.NetworkMap;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Plans what a page asks for. What is wrong with a change is its problem alone. */
public interface Planner {
  /** What is planned, in a few words. */
  String title();

  /** What can be changed, as things are. */
  List<Knob> knobs();

  /**
   * What knobs stand at with changes, by their paths: numbers in their units, or what is written.
   * Those that changes do not name, or name wrongly, may be missing.
   */
  Map<String, String> settings(List<String> changes);

  /**
   * Plans with changes, each {@code PATH=VALUE}, or {@code --option=VALUE}.
   *
   * @param isSketch whether a plan will do that is made faster and promises less exactly
   * @throws io.strait.model.text.InputException if a change cannot be made
   * @throws io.strait.model.PlanException if there is no such plan
   */
  Answer plan(List<String> changes, boolean isSketch);

  /** Whether there is a picture of a plan besides the map of its grid. */
  boolean hasPicture();

  /** That picture with changes, as SVG. */
  byte[] picture(List<String> changes) throws IOException;

  /**
   * Something that can be changed.
   *
   * @param path of {@code --what-if}, or an option
   * @param text what it is now, in words
   * @param value of it in the unit; NaN for what is not a number: it is written, not slid
   * @param isWhole whether only whole numbers make sense
   */
  record Knob(
      String path,
      String label,
      String text,
      double value,
      String unit,
      double least,
      double most,
      boolean isLog,
      boolean isWhole) {
    /** A number that may be some times smaller or larger. */
    public static Knob times(String path, String label, String text, double value, String unit) {
      return new Knob(path, label, text, value, unit, value / 32, value * 32, true, false);
    }

    /** A number of things. */
    public static Knob count(String path, String label, int value) {
      return new Knob(
          path, label, "" + value, value, "", 1, Math.max(16, 4.0 * value), false, true);
    }

    /** A share. */
    public static Knob percent(String path, String label, int usual) {
      return new Knob(path, label, usual + " %", usual, "%", 1, 100, false, true);
    }

    /**
     * What is written.
     *
     * @param shape what is expected
     */
    public static Knob word(String path, String label, String shape) {
      return new Knob(path, label, shape, Double.NaN, "", 0, 0, false, false);
    }
  }

  /**
   * A plan.
   *
   * @param before the verdict as things are
   * @param verdict the verdict with the changes
   * @param text the plan for people
   * @param file as a plan file, made when it is asked for
   * @param command that makes the same plan
   * @param json made when it is asked for
   * @param isSketch whether a better one can be made
   */
  record Answer(
      String before,
      String verdict,
      String text,
      NetworkMap map,
      Supplier<String> file,
      String command,
      Supplier<String> json,
      boolean isSketch) {}
}

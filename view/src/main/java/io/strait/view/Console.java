package io.strait.view;

import io.strait.model.text.Printable;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Where a command prints.
 *
 * @param out answers
 * @param err everything else
 * @param colours whether answers may be emphasised
 * @param terminal behind {@code err}, for views that rewrite themselves; null if there is none
 */
public record Console(
    PrintWriter out, PrintWriter err, boolean colours, @Nullable Terminal terminal) {
  public Style style() {
    return new Style(colours);
  }

  /** Prints an answer. */
  public void print(String text) {
    out.print(text);
    out.flush();
  }

  /** Says something that is not part of the answer, without what a terminal would obey. */
  public void say(String line) {
    err.println(Printable.lines(line));
    err.flush();
  }
}

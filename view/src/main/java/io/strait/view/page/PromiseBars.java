package io.strait.view.page;

import java.util.List;
import java.util.function.DoubleFunction;

/** Measured figures as bars from zero, each with a mark where it was promised to end. */
public final class PromiseBars {
  /**
   * A bar.
   *
   * @param measured NaN where it was not run
   * @param predicted NaN where nothing was promised; the least where the promise is a span
   * @param latest the most of the span, else as predicted
   */
  public record Bar(String name, double measured, double predicted, double latest, boolean strong) {
    public Bar(String name, double measured, double predicted, boolean strong) {
      this(name, measured, predicted, predicted, strong);
    }

    double longest() {
      return Math.max(Double.isNaN(measured) ? 0 : measured, Double.isNaN(latest) ? 0 : latest);
    }
  }

  private PromiseBars() {}

  /** Seconds. */
  public static void write(Html html, List<Bar> bars) {
    write(html, bars, Show::seconds);
  }

  /**
   * @param shown how people read a figure
   */
  public static void write(Html html, List<Bar> bars, DoubleFunction<String> shown) {
    double most = bars.stream().mapToDouble(Bar::longest).max().orElse(0);
    double scale = most > 0 ? 100 / most : 0;
    boolean promised = bars.stream().anyMatch(bar -> !Double.isNaN(bar.predicted));
    html.open("p", "class", "legend");
    Page.key(html, "c0", "measured");
    if (promised) {
      boolean spans = bars.stream().anyMatch(bar -> bar.latest > bar.predicted);
      Page.key(html, "mark", spans ? "predicted, or grey from least to most" : "predicted");
    }
    if (bars.stream().anyMatch(bar -> Double.isNaN(bar.measured))) {
      Page.key(html, "unrun", "predicted, not run");
    }
    html.close().open("ul", "class", "bars");
    for (var bar : bars) {
      boolean ran = !Double.isNaN(bar.measured);
      html.open("li").element("span", bar.name, "class", bar.strong ? "what strong" : "what");
      html.open("span", "class", "track");
      html.element(
          "i",
          "",
          "class",
          ran ? "bar c0" : "bar unrun",
          "style",
          "width:%s%%".formatted(Show.tenth(scale * (ran ? bar.measured : bar.predicted))));
      if (ran && !Double.isNaN(bar.predicted)) {
        html.element(
            "i",
            "",
            "class",
            "promise",
            "style",
            "left:%s%%".formatted(Show.tenth(scale * bar.predicted))
                + (bar.latest > bar.predicted
                    ? ";width:%s%%;opacity:.4"
                        .formatted(Show.tenth(scale * (bar.latest - bar.predicted)))
                    : ""));
      }
      html.close();
      html.element(
          "span",
          ran ? shown.apply(bar.measured) : "predicted " + shown.apply(bar.predicted),
          "class",
          "value");
      html.close();
    }
    html.close();
  }
}

package io.strait.kind.report;

import io.strait.kind.report.Valuation.Worth;
import io.strait.model.PlanException;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import io.strait.view.page.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would help most: the plan made again with one thing improved at a time.
 *
 * @param basis what the plan as it is made today is worth; empty if there is none
 * @param ideas best first
 * @param least a gain that is worth telling
 * @param leftOut changes that were not tried, since the grid has too many
 * @param remedies against what went wrong, told before ideas
 */
public record Advice(
    String basis, List<Idea> ideas, double least, int leftOut, List<Remedy> remedies) {
  private static final int MOST_IN_TEXT = 3;
  private static final int MOST_ON_PAGE = 12;
  private static final int MOST_USELESS = 8;
  private static final int FEWEST_PLANS = 4;

  public Advice {
    ideas = List.copyOf(ideas);
    remedies = List.copyOf(remedies);
  }

  /**
   * What would have helped against something that went wrong.
   *
   * @param cause in a word
   * @param share of what was lost that it took
   */
  public record Remedy(String what, String cause, double share) {
    private Tree json() {
      return new Tree().put("change", what).put("cause", cause).put("share_of_loss", share);
    }

    private String worth() {
      return Numbers.percent(share) + " of what was lost";
    }
  }

  /** This, after what would have helped against what went wrong. */
  public Advice after(List<Remedy> first) {
    return new Advice(basis, ideas, least, leftOut, first);
  }

  /** One change and what it brings. */
  public record Idea(String what, double gain, Worth worth) {
    private Tree json() {
      return worth.figures().apply(new Tree().put("change", what)).put("gain", gain);
    }

    /** Where it then takes no time at all, the gain has no limit. */
    private String page() {
      return Double.isFinite(gain)
          ? "+%s, %s".formatted(Show.gain(gain), worth.page())
          : "takes no time";
    }
  }

  /**
   * How much is tried.
   *
   * @param plans at most
   * @param size at most of all plans together, in hosts or whatever they take
   * @param least a gain that is worth telling
   */
  public record Limits(int plans, int size, double least) {
    private int plans(int each) {
      return Math.clamp(size / Math.max(1, each), FEWEST_PLANS, plans);
    }
  }

  /**
   * Plans with one change at a time.
   *
   * @param today grid and app as they are
   * @param size of a plan, in hosts or whatever the limits count
   */
  public static <A> Advice of(
      Variant<A> today, List<Variant<A>> changes, Valuation<A> valuation, int size, Limits limits) {
    @Nullable Worth base = plan(today, valuation);
    if (base == null || !(base.value() > 0)) {
      return new Advice("", List.of(), limits.least, 0, List.of());
    }
    int most = limits.plans(size);
    var ideas = new ArrayList<Idea>();
    for (var change : changes.subList(0, Math.min(most, changes.size()))) {
      @Nullable Worth worth = plan(change, valuation);
      if (worth != null) {
        ideas.add(new Idea(change.what(), valuation.gain(base.value(), worth.value()), worth));
      }
    }
    ideas.sort(Comparator.comparingDouble(Idea::gain).reversed());
    return new Advice(
        base.basis(), ideas, limits.least, Math.max(0, changes.size() - most), List.of());
  }

  private static <A> @Nullable Worth plan(Variant<A> change, Valuation<A> valuation) {
    try {
      return valuation.plan(change.grid(), change.app());
    } catch (PlanException e) {
      return null; // no such plan: nothing to compare with
    }
  }

  private List<Idea> helping(int most) {
    return ideas.stream().filter(idea -> idea.gain > least).limit(most).toList();
  }

  /** For a terminal. */
  String text() {
    var text = new StringBuilder();
    for (var remedy : remedies) {
      text.append(text.isEmpty() ? "\nWhat would help most:\n" : "")
          .append("  %s: %s\n".formatted(remedy.what, remedy.worth()));
    }
    for (var idea : helping(MOST_IN_TEXT)) {
      text.append(text.isEmpty() ? "\nWhat would help most:\n" : "")
          .append("  %s: +%.1f %%, %s\n".formatted(idea.what, 100 * idea.gain, idea.worth.text()));
    }
    return text.toString();
  }

  /** What would have helped against what went wrong. */
  List<Tree> remediesJson() {
    return remedies.stream().map(Remedy::json).toList();
  }

  List<Tree> json() {
    return ideas.stream().map(Idea::json).toList();
  }

  /** For a page; nothing where no plan can be made. */
  void write(Html html) {
    if (!remedies.isEmpty()) {
      Page.quiet(html, "Against what went wrong:");
      html.open("ul", "class", "bars ideas");
      remedies.forEach(r -> Page.bar(html, r.what, r.worth(), r.share, "c2"));
      html.close();
    }
    if (basis.isEmpty()) {
      return;
    }
    var helps = helping(MOST_ON_PAGE);
    if (helps.isEmpty() && !remedies.isEmpty()) {
      return;
    }
    Page.quiet(
        html,
        "Planned again with one thing improved at a time: %s."
            .formatted(
                helps.isEmpty() ? "nothing alone makes it faster" : "the gain over " + basis));
    html.open("ul", "class", "bars ideas");
    for (var idea : helps) {
      double first = helps.getFirst().gain;
      double share = Double.isFinite(first) ? idea.gain / first : 1;
      Page.bar(html, idea.what, idea.page(), share, "c2");
    }
    html.close();
    var useless =
        ideas.stream()
            .filter(idea -> !(idea.gain > least))
            .map(Idea::what)
            .limit(MOST_USELESS)
            .toList();
    if (!helps.isEmpty() && !useless.isEmpty()) {
      Page.quiet(html, "Would bring nothing: %s.".formatted(String.join("; ", useless)));
    }
    Page.more(html, leftOut, " not tried");
  }
}

package io.strait.farm.report;

import io.strait.farm.report.EventIndex.Role;
import io.strait.kind.report.Advice.Remedy;
import io.strait.model.quantity.Durations;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.Table;
import io.strait.view.page.Html;
import io.strait.view.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a run lost, and why, in words. */
final class LossWords {
  /** Trouble is told in the verdict from this share of what workers could have computed on. */
  private static final double GRAVE = 0.05;

  /** And in advice from these shares on, of that and of what was lost. */
  private static final double SLIGHT = 0.02;

  private static final double PART = 0.1;

  /** A cause with less than this share of what was lost is not listed for people. */
  private static final double LEAST = 0.005;

  /** Seconds of work that one would ask for. */
  private static final int[] STOCKS = {10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200};

  private final FarmReport run;
  private final Losses losses;

  LossWords(FarmReport run) {
    this.run = run;
    this.losses = run.losses;
  }

  /** The greatest cause of all, if it is a grave trouble. */
  @Nullable LossCause trouble() {
    return losses.causes().stream()
        .findFirst()
        .map(Losses.Loss::cause)
        .filter(cause -> cause.isTrouble() && losses.shareOfCapacity(cause) >= GRAVE)
        .orElse(null);
  }

  /** For a verdict: what happened, and what it cost. */
  String verdict(LossCause cause) {
    return "%s: %s of what was lost (workers computed %s of the time)"
        .formatted(story(cause), percent(losses.share(cause)), percent(losses.busy()));
  }

  /** For a verdict that has no better word: the cause that explains most, if it explains half. */
  String most() {
    return losses.causes().stream()
        .findFirst()
        .filter(loss -> loss.cause() != LossCause.REST && losses.share(loss.cause()) >= 0.5)
        .map(
            loss ->
                ": %s of what was lost was %s"
                    .formatted(percent(losses.share(loss.cause())), loss.cause().words))
        .orElse("");
  }

  /** What happened. */
  private String story(LossCause cause) {
    int group = losses.worst(cause);
    if (group < 0) {
      return cause.words;
    }
    var cluster = run.bins.crew.groups().get(group).name();
    return switch (cause) {
      case CUT -> cut(cluster);
      case DEATH -> death(cluster);
      case LEASE ->
          "workers waited for tasks of %s, who could not be reached"
              .formatted(String.join(" and ", holders()));
      case FROZEN -> frozen(cluster);
      case SLOW -> "hosts of %s took longer for a task than planned".formatted(cluster);
      case LINK -> "networks to %s were full".formatted(cluster);
      case START -> "workers waited for their first task";
      case END -> "workers waited for the last tasks to end";
      case REST -> "workers waited between tasks";
    };
  }

  private String cut(String cluster) {
    for (var gap : run.bins.crew.gaps(cluster)) {
      var cuts =
          run.index.outages.stream()
              .filter(o -> o.span().isCutOf(gap.from(), gap.to()))
              .mapToLong(o -> o.to() - o.from())
              .toArray();
      if (cuts.length > 0) {
        return "the gap %s was cut %s".formatted(gap.name(), times(cuts));
      }
    }
    return "%s was cut off %s".formatted(cluster, times(silences(cluster)));
  }

  private long[] silences(String cluster) {
    var all = run.bins.cuts.stream().filter(c -> c.silent() && c.cluster().equals(cluster));
    var found = all.mapToLong(this::length).toArray();
    return found.length > 0
        ? found
        : run.index.outages.stream()
            .filter(o -> run.bins.crew.isCutOff(cluster, o.span()))
            .mapToLong(o -> o.to() - o.from())
            .toArray();
  }

  private long length(EventBins.Cut cut) {
    return (cut.to() < 0 ? run.index.end : cut.to()) - cut.from();
  }

  private static String times(long[] lengths) {
    var all =
        Durations.rounded(
            IntStream.range(0, lengths.length).mapToLong(i -> lengths[i]).sum() / 1e3);
    return lengths.length <= 1
        ? "for " + all
        : "%d times, for %s in all".formatted(lengths.length, all);
  }

  private String death(String cluster) {
    var gone =
        run.bins.cuts.stream()
            .filter(c -> !c.silent() || c.to() < 0)
            .filter(c -> c.cluster().equals(cluster))
            .toList();
    var gateways = gone.stream().filter(c -> c.node().role() == Role.GATEWAY).toList();
    if (!gateways.isEmpty()) {
      return "the gateway of %s was gone %s"
          .formatted(cluster, times(gateways.stream().mapToLong(this::length).toArray()));
    }
    var names = gone.stream().map(c -> c.node().name()).distinct().toList();
    return names.size() == 1
        ? "%s was gone %s"
            .formatted(names.getFirst(), times(gone.stream().mapToLong(this::length).toArray()))
        : names.isEmpty()
            ? "workers of %s were gone".formatted(cluster)
            : "%d workers of %s were gone".formatted(names.size(), cluster);
  }

  private String frozen(String cluster) {
    var crew = run.bins.crew;
    for (var outage : run.index.outages) {
      var span = outage.span();
      boolean isHere =
          crew.isStalled(cluster, span)
              || crew.groups().get(Math.max(0, losses.worst(LossCause.FROZEN))).workers().stream()
                  .anyMatch(worker -> span.isFreezeOf(worker.name()));
      if (isHere) {
        return "%s stood still for %s"
            .formatted(
                span.begun().where(), Durations.rounded((outage.to() - outage.from()) / 1e3));
      }
    }
    return "hosts of %s stood still".formatted(cluster);
  }

  /** Who held tasks while they were away. */
  private List<String> holders() {
    var names = run.bins.idleness.leases.stream().map(l -> l.node().name()).distinct().toList();
    if (names.isEmpty()) {
      var away = run.bins.idleness.away;
      names =
          IntStream.range(0, away.length)
              .filter(g -> away[g].sum() > 0)
              .mapToObj(g -> run.bins.crew.groups().get(g).name())
              .toList();
    }
    return names.isEmpty() ? List.of("nodes") : names.subList(0, Math.min(2, names.size()));
  }

  /** What would have helped against troubles that cost something, the greatest first. */
  List<Remedy> remedies() {
    var found = new ArrayList<Remedy>();
    for (var loss : losses.causes()) {
      var cause = loss.cause();
      @Nullable String what = remedy(cause);
      if (what != null && losses.share(cause) >= PART && losses.shareOfCapacity(cause) >= SLIGHT) {
        found.add(new Remedy(what, cause.key(), losses.share(cause)));
      }
    }
    return found;
  }

  private @Nullable String remedy(LossCause cause) {
    int group = losses.worst(cause);
    if (group < 0) {
      return null;
    }
    var cluster = run.bins.crew.groups().get(group).name();
    return switch (cause) {
      case CUT ->
          longest(cluster) <= 1e3 * Durations.seconds(run.plan().stockTime())
              ? null // its stock was long enough, and ran dry near the end of the run
              : "--stock %s would have kept %s busy".formatted(stock(cluster), cluster);
      case DEATH ->
          story(cause).startsWith("the gateway")
              ? "a supervisor that starts the gateway of %s again".formatted(cluster)
              : "a supervisor that starts workers of %s again".formatted(cluster);
      case LEASE -> "a shorter --lease would have handed out these tasks sooner";
      case SLOW ->
          "a plan with the rates that hosts of %s have (strait measure app)".formatted(cluster);
      case FROZEN, LINK, START, END, REST -> null;
    };
  }

  /** The longest cut of a cluster, in milliseconds. */
  private long longest(String cluster) {
    long longest = 0;
    for (long length : silences(cluster)) {
      longest = Math.max(longest, length);
    }
    return longest;
  }

  /** Work for the longest cut, in a round figure. */
  private String stock(String cluster) {
    double seconds = longest(cluster) / 1e3;
    for (int stock : STOCKS) {
      if (stock >= seconds) {
        return stock % 3600 == 0
            ? stock / 3600 + "h"
            : stock % 60 == 0 ? stock / 60 + "min" : stock + "s";
      }
    }
    return (long) Math.ceil(seconds / 3600) + "h";
  }

  /** All causes, for a terminal; null if next to nothing was lost. */
  @Nullable Table table() {
    if (!(losses.busy() < 1 - SLIGHT)) {
      return null;
    }
    var table = new Table("lost by", " of the loss", " of the time", "mostly");
    for (var loss : notable()) {
      table.row(
          loss.cause().words,
          percent(losses.share(loss.cause())),
          percent(losses.shareOfCapacity(loss.cause())),
          detail(loss.cause()));
    }
    return table;
  }

  /** Causes that are worth a line. */
  private List<Losses.Loss> notable() {
    return losses.causes().stream().filter(l -> losses.share(l.cause()) >= LEAST).toList();
  }

  private String detail(LossCause cause) {
    var story = story(cause);
    return switch (cause) {
      case START, END, REST -> run.bins.crew.groups().get(Math.max(0, losses.worst(cause))).name();
      case FROZEN, CUT, DEATH, LINK, LEASE, SLOW -> story;
    };
  }

  Tree json() {
    return new Tree()
        .put("capacity_s", losses.capacity() / 1e3)
        .put("lost_s", losses.total() / 1e3)
        .put(
            "causes",
            losses.causes().stream()
                .map(
                    loss ->
                        new Tree()
                            .put("cause", loss.cause().key())
                            .put("lost_s", loss.amount() / 1e3)
                            .put("share", losses.share(loss.cause()))
                            .put("what", story(loss.cause())))
                .toList());
  }

  void write(Html html) {
    if (!(losses.busy() < 1 - SLIGHT)) {
      return;
    }
    Page.quiet(
        html,
        "Workers computed %s of the time that they had. What the rest was lost by:"
            .formatted(percent(losses.busy())));
    html.open("ul", "class", "bars");
    for (var loss : notable()) {
      double share = losses.share(loss.cause());
      Page.bar(html, loss.cause().words, percent(share), share, "c3");
    }
    html.close();
  }

  private static String percent(double share) {
    return share > 0 && share < 0.005 ? "%.1f %%".formatted(100 * share) : Numbers.percent(share);
  }
}

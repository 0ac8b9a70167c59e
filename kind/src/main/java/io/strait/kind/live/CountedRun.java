package io.strait.kind.live;

import io.strait.kind.report.JsonFile;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.ControlClient;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import io.strait.view.Numbers;
import io.strait.view.page.CurveChart;
import io.strait.view.page.GrowingBins;
import io.strait.view.page.Section;
import io.strait.view.page.Show;
import io.strait.view.page.Tile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run whose master counts what is done: iterations, units, bytes. It is asked at its control
 * port, and says nothing of single ranks.
 */
public final class CountedRun implements LiveRun {
  /** Seconds over which the pace is taken. */
  private static final double MEMORY = 10;

  private static final int BINS = 240;

  /** What a status has besides the number of what is counted. */
  private static final Set<String> KNOWN =
      Set.of("run", "state", "step", "strategy", "finished", "elapsed_s", "estimated_rate");

  private final RunFolder folder;
  private final Function<String, List<Section>> planned;
  private Stage stage;

  /** How the stage was when it was last counted; null before that. */
  private @Nullable Status last;

  /** What is remembered of one stage of the run. */
  private static final class Stage {
    final String name;
    final List<Section> planned;
    final Pace pace = new Pace(MEMORY);
    final GrowingBins done = new GrowingBins(BINS, 500);
    double last;
    double lastDone;

    Stage(String name, List<Section> planned) {
      this.name = name;
      this.planned = List.copyOf(planned);
    }

    void note(double seconds, double finished) {
      pace.note(seconds, finished);
      if (finished > lastDone) {
        done.add(1e3 * last, 1e3 * seconds, finished - lastDone);
        lastDone = finished;
        last = seconds;
      }
    }
  }

  /** What a master answers. */
  private record Status(
      String stage, String unit, double all, double finished, double seconds, double promised) {
    static Status of(String answer) {
      var json = JsonFile.parse("the master's answer", answer);
      var root = json.mapping(json.root(), "the answer");
      var unit = unit(root);
      var step = json.text(root, "step");
      return new Status(
          step.isEmpty() ? json.text(root, "strategy") : step,
          unit,
          json.numberOrZero(root, unit),
          json.numberOrZero(root, "finished"),
          json.numberOrZero(root, "elapsed_s"),
          json.number(root, "estimated_rate"));
    }

    /** What is counted: the only key that others do not have. */
    private static String unit(Node.Mapping root) {
      return root.entries().stream()
          .map(entry -> entry.key().text())
          .filter(key -> !KNOWN.contains(key))
          .findFirst()
          .orElse("units");
    }
  }

  /**
   * @param planned drawings of the plan for a stage, which stay as they are
   */
  public CountedRun(Path folder, Function<String, List<Section>> planned) {
    this.folder = RunFolder.open(folder);
    this.planned = planned;
    this.stage = new Stage("", planned.apply(""));
  }

  @Override
  public Path folder() {
    return folder.path();
  }

  @Override
  public LiveView look(boolean isLed) throws IOException {
    @Nullable String answer = ask();
    @Nullable Status before = last;
    if (answer == null && before != null) {
      return view(before, !isLed);
    }
    if (answer == null && isLed) {
      return new LiveView(
          "The run is about to begin.",
          0,
          false,
          List.of(),
          List.of(),
          null,
          new Tree().put("state", "waiting"));
    }
    if (answer == null) {
      boolean isOver = Files.exists(folder.summary());
      var state = isOver ? "The run is over." : "Nobody goes on with the run.";
      return new LiveView(
          state, isOver ? 1 : 0, true, List.of(), List.of(), null, new Tree().put("state", "over"));
    }
    var status = Status.of(answer);
    if (status.stage.isEmpty() && before != null) {
      return view(before, false); // one stage has ended, and the next has not begun
    }
    if (!status.stage.equals(stage.name)) {
      stage = new Stage(status.stage, planned.apply(status.stage));
    }
    if (status.seconds > 0) {
      stage.note(status.seconds, status.finished);
      last = status;
    }
    return view(status, false);
  }

  /** What the master answers; null if there is none, or none that can be asked. */
  private @Nullable String ask() throws IOException {
    try {
      return ControlClient.ask(folder, "status");
    } catch (ControlClient.Unreachable e) {
      return null;
    }
  }

  private LiveView view(Status status, boolean isOver) {
    var left = stage.pace.left(status.all - status.finished);
    boolean isPromised = status.promised > 0;
    double promised = status.all / status.promised;
    var tiles = new ArrayList<Tile>();
    tiles.add(
        new Tile(
            status.unit + " done",
            Show.count((long) status.finished),
            "of " + Show.count((long) status.all)));
    tiles.add(left.tile());
    tiles.add(
        new Tile(
            status.unit + " per second",
            Show.number(stage.pace.perSecond()),
            isPromised ? "promised " + Show.number(status.promised) : "nothing was promised"));
    tiles.add(
        new Tile(
            "so far", time(status.seconds), isPromised ? "of promised " + time(promised) : ""));
    return new LiveView(
        headline(status, left, promised, isOver),
        status.all > 0 ? status.finished / status.all : 0,
        isOver,
        tiles,
        parts(status),
        null,
        new Tree()
            .put("state", isOver ? "over" : "running")
            .put("step", status.stage)
            .put("unit", status.unit)
            .put("all", status.all)
            .put("finished", status.finished)
            .put("elapsed_s", status.seconds)
            .put("left_s", left.usual())
            .put("least_left_s", left.least())
            .put("most_left_s", left.most())
            .put("rate", stage.pace.perSecond())
            .putIfPresent("estimated_rate", isPromised ? status.promised : null));
  }

  private List<LiveView.Part> parts(Status status) {
    var parts = new ArrayList<LiveView.Part>();
    parts.add(new LiveView.Part("rate", rate(status)));
    for (int i = 0; i < stage.planned.size(); i++) {
      parts.add(new LiveView.Part("plan-" + i, stage.planned.get(i)));
    }
    var picture = newest();
    if (!picture.isEmpty()) {
      parts.add(
          new LiveView.Part(
              "picture",
              new Section(
                  "As it looks",
                  "The latest of its pictures, " + picture,
                  html ->
                      html.empty(
                          "img",
                          "class",
                          "frame",
                          "alt",
                          "the latest picture of the run",
                          "src",
                          "%s/frame/%s".formatted(StepFolder.last(folder.path()), picture)))));
    }
    return parts;
  }

  /** The name of the latest picture that the run has left; empty if there is none. */
  private String newest() {
    var pictures = folder.path().resolve("frames");
    if (!Files.isDirectory(pictures)) {
      return "";
    }
    try (var files = Files.list(pictures)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.matches("[A-Za-z0-9._-]{1,100}\\.png"))
          .max(Comparator.naturalOrder())
          .orElse("");
    } catch (IOException e) {
      return ""; // a page without a picture is a page
    }
  }

  private Section rate(Status status) {
    return new Section(
        "Rate",
        "What was done over time, in %s per second.".formatted(status.unit),
        html -> {
          double until = 1e3 * stage.last;
          double measured = stage.done.seconds(until);
          double promised = status.promised > 0 ? status.all / status.promised : 0;
          new CurveChart(
                  Math.max(measured, Math.min(promised, 20 * measured)),
                  new CurveChart.Scale(status.unit + "/s", 1))
              .curve(new CurveChart.Curve("measured", stage.done.perSecond(until), measured, "c0"))
              .level("promised " + Show.number(status.promised), status.promised)
              .write(html, "tall", status.unit + " per second over time");
        });
  }

  private String headline(Status status, Pace.Span left, double promised, boolean isOver) {
    var step = status.stage.isEmpty() ? "" : status.stage + ": ";
    if (status.seconds == 0) {
      return step + "ranks are awaited.";
    }
    if (status.finished >= status.all && status.all > 0) {
      return "%sall %s are done after %s%s."
          .formatted(
              step,
              status.unit,
              time(status.seconds),
              status.promised > 0 ? "; promised were " + time(promised) : "");
    }
    if (isOver) {
      return "%s%s of %s are done; nobody goes on with the run."
          .formatted(step, Numbers.percent(status.finished / status.all), status.unit);
    }
    if (!Double.isFinite(left.usual())) {
      return step + "nothing is done yet.";
    }
    double total = status.seconds + left.usual();
    return "%s%s of %s are done, %s left%s."
        .formatted(
            step,
            Numbers.percent(status.finished / status.all),
            status.unit,
            time(left.usual()),
            status.promised > 0
                ? ": %s in all, %s were promised".formatted(time(total), time(promised))
                : "");
  }

  private static String time(double seconds) {
    return Pace.time(seconds);
  }
}

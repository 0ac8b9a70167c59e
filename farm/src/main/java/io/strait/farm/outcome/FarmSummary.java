package io.strait.farm.outcome;

import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.PhasePlan;
import io.strait.kind.report.JsonFile;
import io.strait.model.text.Node;
import io.strait.model.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended: {@code summary.json}. Texts are empty where there is nothing to say, or where an
 * older run does not tell.
 *
 * @param state done, failed (with failed tasks) or stopped
 * @param master its host
 * @param phases those that were run and compared with their promise, the plan's last; empty if
 *     nothing was promised
 * @param data how the app's large files came to sites; empty if there were none to send
 * @param verdict was the promise kept?
 * @param ended when
 * @param version of Strait that ran it
 * @param results where they are
 * @param trouble why it was stopped, or what went wrong at its end
 * @param warning what to keep in mind when reading its figures
 */
public record FarmSummary(
    String state,
    Standing standing,
    String master,
    List<PhaseFigures> phases,
    List<Staging> data,
    String verdict,
    String ended,
    String version,
    String folder,
    String results,
    String trouble,
    String warning) {
  /** The state of a run that has not ended. */
  public static final String RUNNING = "running";

  /** The summary of a run that left none. */
  public static final FarmSummary NONE =
      new FarmSummary("", Standing.NONE, "", List.of(), List.of(), "", "", "", "", "", "", "");

  /** The figures of a phase; null if it was not compared. */
  public @Nullable PhaseFigures phase(PhasePlan plan) {
    return phases.stream().filter(p -> p.plan().phase() == plan.phase()).findFirst().orElse(null);
  }

  public String json() {
    var tree = standing.tree(state);
    if (!phases.isEmpty()) {
      phases.getLast().addTo(tree.put("master", master));
      tree.put("steps", phases.stream().map(PhaseFigures::tree).toList()).put("verdict", verdict);
    }
    if (!data.isEmpty()) {
      tree.put("data", data.stream().map(Staging::tree).toList());
    }
    tree.put("ended", ended).put("version", version).put("folder", folder);
    return told(told(told(tree, "results", results), "trouble", trouble), "warning", warning)
        .json();
  }

  private static Tree told(Tree tree, String key, String text) {
    return text.isEmpty() ? tree : tree.put(key, text);
  }

  /**
   * Reads the summary of a run. What is left out is empty; what is there but is no number is
   * refused.
   *
   * @return {@link #NONE} if there is no such file
   */
  public static FarmSummary read(Path path, FarmPlan plan) throws IOException {
    if (!Files.isRegularFile(path)) {
      return NONE;
    }
    var file = JsonFile.read(path);
    var root = file.mapping(file.root(), "the summary");
    return new FarmSummary(
        file.text(root, "state"),
        Standing.read(file, root),
        file.text(root, "master"),
        phases(file, root, plan),
        Staging.read(file, root, "data"),
        file.text(root, "verdict"),
        file.text(root, "ended"),
        file.text(root, "version"),
        file.text(root, "folder"),
        file.text(root, "results"),
        file.text(root, "trouble"),
        file.text(root, "warning"));
  }

  /** The plan's last phase is at the top. */
  private static List<PhaseFigures> phases(JsonFile file, Node.Mapping root, FarmPlan plan) {
    var phases = new ArrayList<PhaseFigures>();
    for (var item : file.items(root, "steps")) {
      var step = file.mapping(item, "a step");
      var name = file.text(step, "phase");
      plan.steps().stream()
          .filter(p -> !p.equals(plan.result()) && p.phase().word().equals(name))
          .forEach(p -> phases.add(PhaseFigures.read(file, step, p)));
    }
    if (root.get("total") != null || root.get("measured_time_s") != null) {
      phases.add(PhaseFigures.read(file, root, plan.result()));
    }
    return phases;
  }
}

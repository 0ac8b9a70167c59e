package io.strait.farm.job;

import io.strait.farm.file.ClusterPlan;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.outcome.Finding;
import io.strait.farm.outcome.MeasuredPhase;
import io.strait.farm.outcome.PhaseFigures;
import io.strait.farm.plan.Rehearsal;
import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.rehearsal.SimulatedPhase;
import io.strait.farm.run.EmbeddedNodes;
import io.strait.farm.run.FarmEmulation;
import io.strait.farm.run.FarmRun;
import io.strait.farm.run.SiteData;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.file.Inputs;
import io.strait.kind.run.RunFolder;
import io.strait.launch.site.KnownData;
import io.strait.model.Cluster;
import io.strait.transport.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A phase of a plan to be run.
 *
 * @param name of the run; gateways keep their spools under it
 * @param estimated whether the plan knew how fast hosts are
 * @param settings of its rehearsal
 * @param loader of the app's classes
 */
record StageJob(
    RunFolder folder,
    String name,
    Inputs<FarmApp> inputs,
    FarmPlan plan,
    FarmStage stage,
    boolean estimated,
    RehearsalSettings settings,
    TaskSpec task,
    ClassLoader loader) {

  /** Whether it is the last part of the run. */
  boolean isLast() {
    return stage.phase().equals(plan.result());
  }

  Rehearsal rehearsal() {
    return new Rehearsal(inputs.grid(), inputs.app(), plan, stage.phase(), settings);
  }

  /** Links the app's large files into the folder, where nodes of this machine find them. */
  void linkData() throws IOException {
    var data = EmbeddedNodes.data(folder.path());
    Folders.delete(data);
    for (var file : task.large()) {
      Files.createDirectories(data);
      var link = data.resolve(file.sha256());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, file.place());
      }
    }
  }

  /** The clusters of the plan that say how they are started. */
  List<String> sites() {
    return inputs.grid().clusters().stream()
        .filter(cluster -> cluster.start() != null)
        .map(Cluster::name)
        .filter(name -> stage.phase().clusters().stream().anyMatch(c -> isUsed(c, name)))
        .toList();
  }

  private static boolean isUsed(ClusterPlan cluster, String name) {
    return cluster.name().equals(name) && !cluster.workers().isEmpty();
  }

  /** The hosts of a cluster that could compute and that the plan leaves out. */
  List<String> spareHosts(Cluster cluster) {
    var planned = new HashSet<String>();
    stage.phase().clusters().forEach(c -> planned.addAll(c.workers()));
    planned.add(plan.master());
    var spare = new ArrayList<String>();
    for (var group : cluster.hosts()) {
      for (int i = 0; i < group.size(); i++) {
        if (group.role().mayWork() && !planned.contains(group.hostName(i))) {
          spare.add(group.hostName(i));
        }
      }
    }
    return spare;
  }

  /** The app's large files, for sites. */
  SiteData data() {
    var planned = new HashMap<String, Double>();
    stage.phase().clusters().forEach(c -> planned.put(c.name(), c.dataSeconds()));
    return new SiteData(
        task.large(), planned, EmbeddedNodes.data(folder.path()), KnownData.ofUser());
  }

  /** The emulation to run it in; null if it is run for real. */
  @Nullable FarmEmulation emulation() {
    return stage.isEmulated() ? new FarmEmulation(rehearsal(), stage.scale()) : null;
  }

  /**
   * What the plan promises of it.
   *
   * @param elsewhere whether the plan's hosts themselves are to compute
   */
  FarmRun.@Nullable Promise promise(boolean elsewhere) {
    return estimated && (elsewhere || stage.isEmulated())
        ? FarmRun.Promise.of(rehearsal(), stage.clock())
        : null;
  }

  /**
   * The phase as it was promised, simulated and measured.
   *
   * @param measured null if the master was started again meanwhile
   */
  PhaseFigures figures(@Nullable MeasuredPhase measured) {
    return PhaseFigures.of(
        stage.phase(),
        SimulatedPhase.of(inputs, plan, stage.phase(), settings, 1).finding(),
        measured == null ? Finding.NONE : measured.finding(),
        stage.clock(),
        stage.reference() > 0 ? stage.reference() : Double.NaN);
  }
}

package io.strait.farm.live;

import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.run.EventsFile;
import io.strait.farm.traffic.Ways;
import io.strait.kind.file.PlanFile;
import io.strait.kind.live.LiveRun;
import io.strait.kind.live.LiveView;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.transport.emulate.ThreadPriority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A farm that is watched: the phase that runs now, or the last one that did. It follows the events
 * in the folder, which the master writes anyway.
 */
public final class LiveFarm implements LiveRun {
  private final Path run;
  private final PlanFile<FarmApp, FarmPlan> plan;
  private @Nullable Stage stage;

  /** One phase. */
  private static final class Stage {
    final Path folder;
    final PhasePlan phase;
    final LiveEvents events;
    final boolean isPromised;
    volatile @Nullable Rehearsed rehearsed;

    Stage(Path folder, PhasePlan phase, LiveEvents events, boolean isPromised) {
      this.folder = folder;
      this.phase = phase;
      this.events = events;
      this.isPromised = isPromised;
    }
  }

  public LiveFarm(Path run) throws IOException {
    this.run = run;
    this.plan = PlanFile.read(Document.read(run.resolve(StepFolder.PLAN)), FarmPlanFile.FORMAT);
  }

  @Override
  public Path folder() {
    return stage == null ? run : stage.folder;
  }

  @Override
  public LiveView look(boolean isLed) throws IOException {
    var current = stage();
    if (current == null) {
      return FarmView.waiting(plan, !isLed);
    }
    try {
      current.events.read();
    } catch (InputException e) {
      current.events.close();
      stage = null; // a master that began anew has cut the file: from its beginning, next time
      if (!LiveEvents.isTorn(e)) {
        throw e;
      }
      return FarmView.waiting(plan, false);
    }
    var events = current.events;
    boolean isDone = events.todo() == 0 && current.folder.equals(run);
    return new FarmView(plan, current.phase, events, current.rehearsed, current.isPromised)
        .view(isDone || !isLed);
  }

  /** The phase whose events are the newest; null while there are none. */
  private @Nullable Stage stage() throws IOException {
    @Nullable Path newest = null;
    @Nullable PhasePlan phase = null;
    FileTime latest = FileTime.fromMillis(0);
    var folders = new ArrayList<Path>();
    var phases = plan.plan().steps();
    phases.forEach(each -> folders.add(run.resolve("steps").resolve(each.phase().word())));
    folders.set(folders.size() - 1, run);
    for (int i = 0; i < folders.size(); i++) {
      var file = folders.get(i).resolve(EventsFile.NAME);
      if (Files.exists(file)
          && Files.size(file) > 0 // lines reach a file some time after it was made
          && Files.getLastModifiedTime(file).compareTo(latest) >= 0) {
        latest = Files.getLastModifiedTime(file);
        newest = folders.get(i);
        phase = phases.get(i);
      }
    }
    var now = stage;
    if (newest == null || phase == null || (now != null && now.folder.equals(newest))) {
      return now;
    }
    if (now != null) {
      now.events.close();
    }
    var begun = begin(newest, phase);
    stage = begun;
    return begun;
  }

  /** Whether the hosts that compute are those of the plan, or emulated ones. */
  private static boolean isPromised(double scale, boolean isElsewhere) {
    return scale != 1 || isElsewhere;
  }

  private Stage begin(Path folder, PhasePlan phase) throws IOException {
    var inputs = plan.inputs();
    // The master writes this before the first event.
    boolean isElsewhere =
        RunFolder.open(run).read("run.json").getOrDefault("workers", "none").equals("none");
    var events =
        LiveEvents.open(
            folder.resolve(EventsFile.NAME),
            head -> new LiveNodes(inputs.grid(), plan.plan(), phase, head.scale()),
            new Ways(inputs.grid()),
            head ->
                isPromised(head.scale(), isElsewhere)
                    ? phase.total().estimatedRate()
                    : Double.MAX_VALUE);
    boolean isPromised = isPromised(events.scale, isElsewhere);
    var begun = new Stage(folder, phase, events, isPromised);
    if (isPromised) {
      // It computes for a while: neither the run nor its viewers shall wait for it.
      Thread.ofPlatform()
          .daemon()
          .name("rehearse")
          .start(
              () -> {
                ThreadPriority.lower();
                begun.rehearsed = Rehearsed.of(inputs, plan.plan(), phase);
              });
    }
    return begun;
  }

  @Override
  public void close() throws IOException {
    if (stage != null) {
      stage.events.close();
    }
  }
}

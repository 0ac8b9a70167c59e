package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.file.PlanFile;
import io.strait.kind.rank.RankLeader;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.ExitHook;
import io.strait.lab.Lab;
import io.strait.lab.fault.FaultScript;
import io.strait.lab.fault.Injector;
import io.strait.lab.relay.Hosts;
import io.strait.lab.relay.Wires;
import io.strait.launch.Launcher;
import io.strait.model.App;
import io.strait.model.Grid;
import io.strait.model.Inbound;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A run in a lab of its own: this process brings the lab up and takes it down, and the run's master
 * is a process inside the lab.
 *
 * @param leader the host where the master belongs
 */
record LabRun(Grid grid, String leader) {
  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final int KILLED = 137;
  private static final String RESUME = "go on with: strait run --resume and its folder";

  /** Checks all that can be checked before the lab is up. */
  static <A extends App, P> LabRun of(Kind<A, P> kind, PlanFile<A, P> plan, @Nullable Path faults) {
    var grid = plan.inputs().grid();
    if (faults != null) {
      var wires = new Wires(grid, 1, 1);
      FaultScript.read(Document.read(faults), Injector.checker(wires));
    }
    @Nullable String leader = kind.leader(plan);
    var run = new LabRun(grid, leader == null ? Hosts.GATEWAY + RankLeader.cluster(grid) : leader);
    run.checkInbound();
    return run;
  }

  private void checkInbound() {
    var hosts = Hosts.of(grid);
    for (int c = 0; c < grid.clusters().size(); c++) {
      var cluster = grid.clusters().get(c);
      if (grid.clusters().size() > 1
          && cluster.inbound() == Inbound.NONE
          && hosts.of(c).stream().anyMatch(host -> host.name().equals(leader))) {
        throw new InputException(
            "cluster '%s' takes no connections (inbound: none), but the run is led from %s there; expected another home or master"
                .formatted(cluster.name(), leader));
      }
    }
  }

  /** Brings the lab up, runs the same command inside, and takes it down. */
  int outside(CommandSpec spec) throws IOException {
    long own = ProcessHandle.current().pid();
    var lab = Lab.called("run-" + own);
    var started = new AtomicReference<@Nullable Process>();
    try (var hook = new ExitHook(() -> end(started.get()), LONGEST_END)) {
      int code = hook.exits(ExitCode.FAILED);
      try {
        LabCommand.up(lab, grid, 1, 1, own);
        Main.console(spec)
            .say(
                "lab %s is up: %d hosts; strait lab status --lab %s"
                    .formatted(lab.name(), grid.hostCount(), lab.name()));
        var inside = lab.namespaces().inside(leader, command(spec, lab));
        var process = new ProcessBuilder(inside).inheritIO().start();
        started.set(process);
        code = wait(process, lab, spec);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        end(started.get());
      } finally {
        lab.down();
      }
      return hook.exits(code);
    }
  }

  /** Waits for the run inside; without its network it would wait for ever. */
  private static int wait(Process process, Lab lab, CommandSpec spec) throws InterruptedException {
    boolean isUp = true;
    while (!process.waitFor(1, TimeUnit.SECONDS)) {
      if (isUp && !lab.isUp() && !lab.isUp()) {
        isUp = false;
        Main.console(spec).say("strait: the lab's relay is gone, so the run ends; " + RESUME);
        process.destroy();
      }
    }
    int code = process.exitValue();
    if (code == KILLED) {
      Main.console(spec).say("strait: the master was killed; " + RESUME);
    }
    return isUp ? code : ExitCode.FAILED;
  }

  /** Asks the run inside to end. */
  private static void end(@Nullable Process process) {
    if (process != null) {
      process.destroy();
    }
  }

  /** This command once more, as it was given. */
  private List<String> command(CommandSpec spec, Lab lab) {
    var command = new ArrayList<>(new Launcher(Main.class.getName(), null).leader());
    for (var argument : spec.root().commandLine().getParseResult().originalArgs()) {
      if (!argument.equals("--lab") && !argument.startsWith("--lab=")) {
        command.add(argument);
      }
    }
    command.addAll(List.of("--in-lab", LabSite.place(lab, leader)));
    return command;
  }
}

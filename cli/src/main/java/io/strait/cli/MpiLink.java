package io.strait.cli;

import io.strait.kind.run.ExitCode;
import io.strait.launch.RankProcesses;
import io.strait.measure.link.FabricLine;
import io.strait.measure.link.Ladder;
import io.strait.measure.link.LinkException;
import io.strait.measure.link.LinkMeasurement;
import io.strait.measure.link.Probe;
import io.strait.model.text.InputException;
import io.strait.transport.fabric.MpiFabric;
import io.strait.view.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A link between two ranks of an MPI job: starting the job, and being one of its ranks. */
final class MpiLink {
  private static final int RANKS = 2;

  private MpiLink() {}

  /** Starts the job and prints what its first rank prints. */
  static int start(String library, List<String> arguments, Console console) {
    var starter = RankProcesses.Starter.of(library);
    if (starter == RankProcesses.Starter.NONE) {
      throw new InputException(
          "--mpi %s, expected one of: auto, openmpi, mpich, and the library installed"
              .formatted(library));
    }
    var command = starter.job(RANKS);
    command.addAll(new ClassPathOption().launcher().command());
    command.addAll(List.of("measure", "link", "--in-mpi"));
    command.addAll(arguments);
    return LinkEnd.run(console, end -> follow(command, end, console));
  }

  private static int follow(List<String> command, LinkEnd end, Console console) throws IOException {
    var process = new ProcessBuilder(command).start();
    end.keep(process::destroy);
    process.getOutputStream().close();
    var complaints = new ArrayList<String>();
    var said =
        CompletableFuture.runAsync(() -> forward(process.errorReader(), console, complaints));
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    said.join();
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new LinkException(
            "the MPI job ended with code %d%s"
                .formatted(code, complaints.isEmpty() ? "" : ": " + complaints.getFirst()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkException("interrupted");
    }
    console.print(out);
    return ExitCode.DONE;
  }

  /** Passes on what a rank says in order; what else is said may explain a failure. */
  private static void forward(BufferedReader lines, Console console, List<String> complaints) {
    lines
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(
            line -> {
              if (line.startsWith("wrote ")) {
                console.say(line);
              } else {
                complaints.add(line.replaceFirst("^strait: ", ""));
              }
            });
  }

  /** Measures from rank 0; the other rank is the probe. */
  static int rank(LinkOptions.Job job, Console console) throws IOException {
    var fabric = new MpiFabric();
    if (fabric.size() != RANKS) {
      throw new InputException(
          "an MPI job of %d processes, expected %d".formatted(fabric.size(), RANKS));
    }
    @Nullable Ladder ladder = job.ladder();
    int longest = (ladder == null ? Ladder.usual() : ladder).largest();
    try (var line = new FabricLine(fabric, 1 - fabric.rank(), longest)) {
      if (fabric.rank() == 0) {
        var over = fabric.library() + " on this machine";
        job.finish(LinkMeasurement.run(line, ladder, job.budget(), over, () -> {}), null, console);
      } else {
        new Probe(line).serve();
      }
      fabric.close();
      return ExitCode.DONE;
    } catch (IOException e) {
      console.say("strait: " + e.getMessage());
      fabric.fail(String.valueOf(e.getMessage()));
      return ExitCode.FAILED;
    }
  }
}

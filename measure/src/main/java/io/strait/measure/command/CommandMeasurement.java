package io.strait.measure.command;

import io.strait.measure.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The runs of a command that count, at least one. */
public record CommandMeasurement(Command command, List<CommandRun> runs) {
  public CommandMeasurement {
    runs = List.copyOf(runs);
  }

  /**
   * Runs a command several times. A run before that does not count: it fills caches.
   *
   * @param step called after every run that counts
   */
  public static CommandMeasurement of(Command command, Repetition repeat, Runnable step)
      throws IOException, InterruptedException, CommandFailure {
    var probe = new CommandProbe(command);
    probe.run();
    var runs = new ArrayList<CommandRun>();
    while (true) {
      runs.add(probe.run());
      step.run();
      var measured = new CommandMeasurement(command, runs);
      if (repeat.isEnough(measured)) {
        return measured;
      }
    }
  }

  /** The time that it takes with a core to itself. */
  public MedianInterval seconds() {
    return of(CommandRun::aloneSeconds);
  }

  /** The median of a figure, with its interval. */
  public MedianInterval of(ToDoubleFunction<CommandRun> figure) {
    return MedianInterval.of(runs.stream().mapToDouble(figure).toArray());
  }
}

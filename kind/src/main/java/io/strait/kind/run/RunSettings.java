package io.strait.kind.run;

import io.strait.kind.option.Options;
import io.strait.launch.Launcher;
import io.strait.launch.LocalCertificates;
import io.strait.launch.Site;
import io.strait.launch.Site.Incident;
import io.strait.model.text.InputException;
import io.strait.transport.wire.Identity;
import io.strait.view.Console;
import io.strait.view.Format;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a plan is run.
 *
 * @param door where others may join; null if nobody may
 * @param metricsPort on this machine; 0 for any
 * @param steps of the plan that are to be run; empty for what run.yaml says
 * @param loader of the app's classes
 * @param launcher for processes of our own
 * @param site where they are started
 * @param reporter for pages of runs that can be compared with their plan
 * @param options that only this kind of application has
 */
public record RunSettings(
    Workers workers,
    @Nullable Door door,
    int metricsPort,
    boolean quiet,
    Format format,
    Console console,
    TimeScale timeScale,
    List<String> steps,
    ClassLoader loader,
    Launcher launcher,
    Site site,
    Reporter reporter,
    Options options) {
  /** Writes the page of a run. */
  public interface Reporter {
    Path write(Path folder) throws IOException;
  }

  /**
   * A port that is open to others.
   *
   * @param identity to show there; null for plain text
   * @param tokens the folder with the key of tokens that are asked for; null to ask for none
   */
  public record Door(
      InetSocketAddress address, @Nullable Identity identity, @Nullable Path tokens) {}

  public RunSettings {
    steps = List.copyOf(steps);
  }

  /** The certificates of processes that the run itself starts. */
  public LocalCertificates certificates(Path run) throws IOException {
    if (door != null) {
      return LocalCertificates.none();
    }
    return switch (workers) {
      case PROCESSES -> LocalCertificates.in(run);
      // What an earlier master started there may still run, and knows its authority alone.
      case SITES -> LocalCertificates.again(run);
      case EMBEDDED, NONE -> LocalCertificates.none();
    };
  }

  /**
   * All nodes are there, and work begins.
   *
   * @param isLast whether it is the last part of the run
   */
  public void begins(boolean isLast) {
    try {
      site.begins(isLast);
    } catch (IOException e) {
      console.say("strait: " + e.getMessage());
    }
  }

  /** Writes down what happened to hosts and networks, before the site forgets it. */
  public void keepIncidents(Path folder) {
    keepIncidents(folder, List.of());
  }

  /** The same with what the run itself has noticed. */
  public void keepIncidents(Path folder, List<Incident> noticed) {
    try {
      Incidents.write(site, noticed, folder);
    } catch (IOException | RuntimeException e) {
      console.say("strait: what happened to hosts is not written down: " + e.getMessage());
    }
  }

  /** Makes the page of a run; null if that cannot be done, which does not make the run worse. */
  public @Nullable Path report(Path folder) {
    try {
      return reporter.write(folder);
    } catch (IOException | RuntimeException e) {
      console.say("strait: there is no report: " + e.getMessage());
      return null;
    }
  }

  /** Refuses an option that means nothing with these workers. */
  public void only(boolean given, String option, Workers expected) {
    if (given && workers != expected) {
      throw new InputException(
          "%s with --workers %s, expected --workers %s"
              .formatted(option, workers.word(), expected.word()));
    }
  }
}

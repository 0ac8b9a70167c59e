package io.strait.kind;

import io.strait.kind.file.FileFormat;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.live.CountedRun;
import io.strait.kind.live.LiveRun;
import io.strait.kind.measure.AppMeasurer;
import io.strait.kind.measure.CommandMeasurer;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.plan.AppPaths;
import io.strait.kind.plan.Planning;
import io.strait.kind.rank.RankJob;
import io.strait.kind.report.Report;
import io.strait.kind.report.StepFolder;
import io.strait.kind.run.Job;
import io.strait.kind.run.NodeCommand;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.measure.series.StoredSeries;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of application: all that commands know of it. A new kind is a module with an
 * implementation of this interface, and a line in the list of kinds.
 *
 * @param <A> its apps
 * @param <P> its plans
 */
public interface Kind<A extends App, P> {
  /** How its app files and plan files are read and written. */
  FileFormat<A, P> files();

  /** What app files say under {@code kind}. */
  default String name() {
    return files().kind();
  }

  /** One such application, with its article: {@code a farm}. */
  default String noun() {
    return ("aeiou".indexOf(name().charAt(0)) < 0 ? "a " : "an ") + name();
  }

  /** Several of them: {@code farms}. */
  default String plural() {
    return name() + "s";
  }

  /** The options of a command that this kind has, besides those that all kinds have. */
  default List<Option> options(Verb verb) {
    return List.of();
  }

  /** The paths of {@code --what-if} and {@code --sweep} that lead into its app files. */
  default AppPaths paths() {
    return AppPaths.of();
  }

  /** The keys of {@code run.yaml} that this kind has, besides those that all kinds have. */
  default List<String> runKeys() {
    return List.of();
  }

  /** Reads a plan file that anybody may have written. */
  default PlanFile<A, P> open(Document plan) {
    return PlanFile.read(plan, files());
  }

  /** What a plan was made with, so that it can be made again. */
  default RunFile madeWith(P plan) {
    return RunFile.EMPTY;
  }

  /** Plans, as options ask for it, or else {@code run.yaml}. */
  Planning<A, P> planning(Options options, RunFile run);

  /** Rehearses a plan in virtual time. */
  Answer simulate(PlanFile<A, P> plan, Options options, Console console) throws IOException;

  /**
   * A run of a plan, about to begin.
   *
   * @param folder of the app file
   */
  Job<A, P> begin(PlanFile<A, P> plan, RunFile run, Path folder, RunSettings settings)
      throws IOException;

  /** A run that was interrupted, about to go on. */
  Job<A, P> resume(PlanFile<A, P> plan, RunFolder folder, RunSettings settings) throws IOException;

  /**
   * What there is to say of one run, or of several in comparison.
   *
   * @param names of the runs, all different
   */
  Report report(List<Path> folders, List<String> names) throws IOException;

  /**
   * What a run has seen of its grid over time, as series beside a grid file have it.
   *
   * @param step seconds from one value to the next
   * @throws InputException if runs of this kind see nothing of it
   */
  default List<StoredSeries> observed(Path folder, double step) throws IOException {
    throw new InputException(
        "%s: runs of %s record no series, expected the folder of another run"
            .formatted(folder, plural()));
  }

  /**
   * A run to be watched while it goes on.
   *
   * @param folder of the run
   */
  default LiveRun watch(Path folder) throws IOException {
    var plan = PlanFile.read(Document.read(folder.resolve(StepFolder.PLAN)), files());
    return new CountedRun(folder, stage -> planned(plan, stage));
  }

  /**
   * Drawings of a plan for the page of a run that goes on; none if it has none.
   *
   * @param stage that goes on; empty if the run has only one
   */
  default List<Section> planned(PlanFile<A, P> plan, String stage) {
    return List.of();
  }

  /** The host that leads a run of a plan; null if that is for the grid to say. */
  default @Nullable String leader(PlanFile<A, P> plan) {
    return null;
  }

  /** What a rank of such an application does; null if it has no ranks. */
  default @Nullable RankJob ranks(PlanFile<A, P> plan, ClassLoader loader, @Nullable Path folder) {
    return null;
  }

  /** Measures its apps; null if there is nothing to measure. */
  default @Nullable AppMeasurer measurer() {
    return null;
  }

  /** Describes commands in its app files; null if it cannot. */
  default @Nullable CommandMeasurer commandMeasurer() {
    return null;
  }

  /** Commands that let processes take part in its runs. */
  default List<NodeCommand> nodes() {
    return List.of();
  }
}

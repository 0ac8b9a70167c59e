package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is different about one kind of application when {@link RankRunner} runs a plan of it.
 *
 * @param <O> what the ranks of a stage have to tell at the end
 * @param <M> what is measured of a stage
 */
public interface RankWork<O, M> {
  /** What {@code strait status} counts. */
  RankControl.Counted counted();

  /**
   * Reads what was measured of a stage that ran to its end before.
   *
   * @param folder of the stage
   * @return null if it did not
   */
  @Nullable M read(Path folder) throws IOException;

  /**
   * Prepares a stage.
   *
   * @param folder of the stage
   */
  RankStep<O, M> step(RankStage stage, Path folder) throws IOException;

  /**
   * What to do after a failure, to be followed by "with: strait run --resume FOLDER".
   *
   * @param folder of the stage
   */
  String remedy(RankStage stage, Path folder, RunFailure failure) throws IOException;

  /**
   * Compares what was promised with what was measured.
   *
   * @param measured of every stage, in their order
   * @param folder of the run
   */
  RankComparison compare(List<M> measured, Path folder);
}

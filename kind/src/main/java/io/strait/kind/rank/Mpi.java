package io.strait.kind.rank;

import io.strait.kind.option.Option;
import io.strait.kind.run.RunSettings;
import io.strait.kind.run.Workers;
import io.strait.launch.RankProcesses;
import org.jspecify.annotations.Nullable;

/** The option of kinds whose ranks may be processes of an MPI job. */
public final class Mpi {
  public static final Option OPTION =
      Option.of(
          "--mpi",
          "auto|openmpi|mpich|none",
          "What carries messages inside clusters whose ranks are processes (default: what is"
              + " installed).");

  private Mpi() {}

  /** What starts ranks; options that mean nothing with the run's workers are refused. */
  public static RankProcesses.Starter starter(RunSettings settings) {
    @Nullable String given = settings.options().text(OPTION.name());
    settings.only(given != null, OPTION.name(), Workers.PROCESSES);
    RunSettings.@Nullable Door door = settings.door();
    settings.only(door != null, "--listen", Workers.NONE);
    settings.only(door != null && door.tokens() != null, "--tokens", Workers.NONE);
    return RankProcesses.Starter.of(given == null ? "auto" : given);
  }
}

package io.strait.realign.session;

import io.strait.kind.file.Inputs;
import io.strait.kind.rank.RankExecution;
import io.strait.kind.rank.RankProtocol;
import io.strait.kind.rank.RankStage;
import io.strait.kind.rank.RankStep;
import io.strait.kind.run.RunSettings;
import io.strait.model.PlanException;
import io.strait.model.quantity.Durations;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.outcome.RealignMeasured;
import io.strait.realign.run.Buffers;
import io.strait.realign.run.EmulatedNetwork;
import io.strait.realign.run.Moves;
import io.strait.realign.run.PartFiles;
import io.strait.realign.run.RealignOutcome;
import io.strait.realign.run.RealignProtocol;
import io.strait.realign.run.RealignRun;
import io.strait.realign.run.WarmUp;
import io.strait.realign.timing.RealignTiming;
import io.strait.view.Console;
import io.strait.view.page.Show;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A numbering that is about to run. */
final class RealignStep implements RankStep<RealignOutcome, RealignMeasured> {
  /** A run that takes so many times as long as promised has missed its promise. */
  private static final double MISSED = 1.03;

  private final RankStage stage;
  private final Console console;
  private final double promised;
  private final Numbering numbering;
  private final Path folder;
  private final PartFiles files;
  private final boolean inMemory;
  private final Moves moves;
  private final Buffers buffers;
  private final EmulatedNetwork network;

  /**
   * @throws PlanException.Value if the app's memory is too small
   */
  RealignStep(
      Inputs<RealignApp> inputs,
      RealignPlan plan,
      RankStage stage,
      Numbering numbering,
      Path folder,
      RunSettings settings) {
    var app = inputs.app();
    this.stage = stage;
    this.console = settings.console();
    this.promised = numbering.side(plan).seconds();
    this.numbering = numbering;
    this.folder = folder;
    this.files = new PartFiles(folder.resolve("parts").toAbsolutePath(), app.data());
    this.inMemory = app.data() instanceof RealignApp.Data.Memory;
    this.moves = numbering.moves(inputs.grid(), app, plan);
    @Nullable Long memory = app.memory();
    var ranks = moves.ranks();
    var channels = RealignTiming.of(inputs.grid(), app, numbering.permutations(plan)).channels();
    this.buffers =
        Buffers.of(
            moves,
            inMemory,
            memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
            new EmulatedNetwork(inputs.grid(), ranks, channels, 1).pipe());
    this.network =
        stage.isEmulated() && !settings.site().hasNetworks()
            ? new EmulatedNetwork(inputs.grid(), ranks, channels, stage.scale())
            : EmulatedNetwork.none(ranks);
  }

  Moves moves() {
    return moves;
  }

  @Override
  public List<Integer> clusters() {
    var ranks = moves.ranks();
    return IntStream.range(0, ranks.size()).mapToObj(ranks::clusterOf).toList();
  }

  @Override
  public RankExecution<RealignOutcome> threads() {
    WarmUp.run();
    return new RealignRun(moves, buffers, network, inMemory ? null : files);
  }

  @Override
  public RankProtocol<RealignOutcome> protocol() {
    return new RealignProtocol(
        moves,
        buffers,
        network,
        numbering == Numbering.RENUMBERED,
        stage.scale(),
        inMemory ? "" : files.folder().toString());
  }

  @Override
  public String task() {
    return "%s to move".formatted(Show.size(moves.allBytes()));
  }

  @Override
  public String progress(long done, double seconds) {
    long all = moves.allBytes();
    return "%d %%, %s of %s%s"
        .formatted(
            100 * done / Math.max(1, all),
            Show.size(done),
            Show.size(all),
            done == 0
                ? ""
                : ", %s to go".formatted(Durations.rounded(seconds * (all - done) / done)));
  }

  @Override
  public double promisedRate() {
    return stage.isEmulated() && promised > 0
        ? moves.allBytes() / (promised * moves.repetitions())
        : Double.NaN;
  }

  @Override
  public RealignMeasured finish(RealignOutcome outcome) throws IOException {
    int repetitions = moves.repetitions();
    var measured =
        new RealignMeasured(
            outcome.moveSeconds() * stage.clock() / repetitions,
            outcome.fileSeconds() / repetitions,
            outcome.resumed(),
            repetitions,
            stage.scale(),
            outcome.ranks());
    // Ranks that are woken late are seldom later for it: it is worth a word only if they were.
    if (stage.isEmulated() && outcome.isTooLate() && measured.seconds() > MISSED * promised) {
      console.say(
          "strait: this machine is too slow for the emulation: threads of %s waited for a processor for %.1f %% of the time; expected a smaller time scale"
              .formatted(stage.name(), 100 * outcome.late()));
    }
    measured.write(folder);
    files.forget();
    return measured;
  }
}

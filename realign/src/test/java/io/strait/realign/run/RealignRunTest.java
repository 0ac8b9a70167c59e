package io.strait.realign.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.strait.kind.run.RunFailure;
import io.strait.model.PlanException;
import io.strait.realign.file.AxisSpread;
import io.strait.realign.file.Permutation;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignApp.Data;
import io.strait.realign.file.RealignApp.Phase;
import io.strait.realign.file.Renumber;
import io.strait.realign.plan.Ranks;
import io.strait.realign.timing.Channels;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of threads: memory, files, what goes wrong, and going on. */
@Tag("real")
@Timeout(60)
final class RealignRunTest {
  private static final Ranks NINE = Ranks.of(RealignCase.grid(3, 3, 3));

  @TempDir Path folder;

  private static RealignApp app(long elements, int repetitions, @Nullable Long memory, Data data) {
    return new RealignApp(
        "test",
        List.of(elements),
        8,
        List.of(
            new Phase(List.of(AxisSpread.BLOCK), List.of()),
            new Phase(List.of(AxisSpread.partition(3)), List.of()),
            new Phase(List.of(AxisSpread.cyclic(5)), List.of())),
        Renumber.BOTH,
        repetitions,
        memory,
        data);
  }

  private static List<Permutation> shuffled(long seed) {
    var random = new Random(seed);
    var all = new ArrayList<Permutation>();
    for (int i = 0; i < 3; i++) {
      var numbers = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
      java.util.Collections.shuffle(numbers, random);
      all.add(Permutation.of(numbers.stream().mapToInt(n -> n).toArray()));
    }
    return all;
  }

  private static Buffers buffers(Moves moves, RealignApp app) {
    @Nullable Long memory = app.memory();
    return Buffers.of(
        moves,
        app.data() instanceof Data.Memory,
        memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
        0);
  }

  private static RealignOutcome run(RealignApp app, @Nullable PartFiles files) {
    var moves = new Moves(NINE, app, shuffled(4));
    return new RealignRun(moves, buffers(moves, app), EmulatedNetwork.none(NINE), files).run();
  }

  /** Small messages are many: as many as a lane carries may be under way, whatever the pipe. */
  @Test
  void whatCrossesAGapNeedNotWaitForAcknowledgements() {
    var app = app(27 * 100, 1, null, new Data.Memory());
    var moves = new Moves(NINE, app, shuffled(4));
    long most = 0;
    for (int step = 0; step < moves.steps(); step++) {
      var crossing = new int[9];
      for (int from = 0; from < 9; from++) {
        for (int to = 0; to < 9; to++) {
          int pair = 3 * NINE.clusterOf(from) + NINE.clusterOf(to);
          var common = new CommonElements(8, moves.phase(step), moves.phase(step + 1));
          common.begin(
              moves.phase(step),
              moves.block(step, from),
              moves.phase(step + 1),
              moves.block(step + 1, to));
          crossing[pair] += common.bytes() > 0 && pair % 4 > 0 ? 1 : 0;
        }
      }
      most = Math.max(most, java.util.Arrays.stream(crossing).max().orElseThrow());
    }
    var buffers = buffers(moves, app);
    assertThat(most).isGreaterThan(8);
    assertThat(buffers.gapAhead()).isEqualTo((int) most);
    assertThat(buffers.bytes(moves)).isLessThan(1 << 20);
  }

  @Test
  void chainsAndRepetitionsInMemory() {
    var outcome = run(app(27 * 100, 5, null, new Data.Memory()), null);
    assertThat(outcome.isVerified()).isTrue();
    assertThat(outcome.moveSeconds()).isPositive();
    assertThat(outcome.fileSeconds()).isZero();
    long came =
        outcome.ranks().stream()
            .mapToLong(r -> r.messages().interiorBytes() + r.messages().externalBytes())
            .sum();
    assertThat(came).isEqualTo(27 * 100 * 8 * 2 * 5);
  }

  /** What a rank uses stays below what it may use, and the less the smaller chunks are. */
  @Test
  void memoryIsKept() {
    long parts = 2 * 27 * 1000 * 8 / 9;
    for (long more : List.of(20_000L, 100_000L, 1_000_000L)) {
      var app = app(27 * 1000, 1, parts + more, new Data.Memory());
      var outcome = run(app, null);
      assertThat(outcome.isVerified()).isTrue();
      for (var rank : outcome.ranks()) {
        assertThat(rank.volume().memory()).isLessThanOrEqualTo(parts + more);
      }
    }
    var little = app(27 * 1000, 1, parts + 100, new Data.Memory());
    assertThatThrownBy(() -> run(little, null))
        .isInstanceOf(PlanException.Value.class)
        .hasMessageMatching(
            "memory is %d B, expected at least \\d+ B: %d for the parts of a rank and \\d+ for messages"
                .formatted(parts + 100, parts));
  }

  /** With files only messages are in memory. */
  @Test
  void arraysLargerThanMemoryGoThroughFiles() {
    var app = app(27 * 2000, 1, 30_000L, new Data.Scratch());
    var outcome = run(app, new PartFiles(folder.resolve("parts"), app.data()));
    assertThat(outcome.isVerified()).isTrue();
    assertThat(outcome.fileSeconds()).isPositive();
    for (var rank : outcome.ranks()) {
      assertThat(rank.volume().memory()).isLessThanOrEqualTo(30_000);
    }
  }

  private void sources(long elements) throws IOException {
    for (int block = 0; block < 9; block++) {
      var bytes = new byte[(int) (elements / 9 * 8)];
      java.util.Arrays.fill(bytes, (byte) (block + 1));
      Files.write(folder.resolve("in-%d".formatted(block)), bytes);
    }
  }

  private Data.Files users() {
    return new Data.Files(
        folder.resolve("in-{rank}").toString(), folder.resolve("out-{rank}").toString());
  }

  @Test
  void filesOfTheUser() throws IOException {
    long elements = 27 * 10;
    sources(elements);
    var app = app(elements, 1, null, users());
    assertThat(run(app, new PartFiles(folder.resolve("parts"), app.data())).isVerified()).isTrue();
    // Blocks of five go round: element x belongs to x / 5 mod 9, and came from block x / 30.
    for (int block = 0; block < 9; block++) {
      var got = Files.readAllBytes(folder.resolve("out-%d".formatted(block)));
      assertThat(got).hasSize((int) elements / 9 * 8);
      for (int i = 0; i < got.length; i++) {
        int local = i / 8;
        int element = local / 5 * 45 + block * 5 + local % 5;
        assertThat(got[i]).as("byte %d of block %d", i, block).isEqualTo((byte) (element / 30 + 1));
      }
    }
  }

  @Test
  void filesThatAreMissingOrWrongAreNamed() throws IOException {
    sources(270);
    var app = app(270, 1, null, users());
    Files.write(folder.resolve("in-4"), new byte[17]);
    assertThatThrownBy(() -> run(app, new PartFiles(folder.resolve("parts"), app.data())))
        .isInstanceOf(RunFailure.class)
        .hasMessage(
            "%s has 17 B, expected a file of 240 B, the part of logical processor 4"
                .formatted(folder.resolve("in-4")));
    Files.delete(folder.resolve("in-4"));
    assertThatThrownBy(() -> run(app, new PartFiles(folder.resolve("parts"), app.data())))
        .hasMessageContaining("in-4 does not exist, expected a file of 240 B");
  }

  /** After a cut only what is missing is sent. */
  @Test
  void goesOnWhereItWas() throws Exception {
    long elements = 27L * 40_000;
    var app = app(elements, 1, null, new Data.Scratch());
    var moves = new Moves(NINE, app, shuffled(4));
    var files = new PartFiles(folder.resolve("parts"), app.data());
    var slow = slow(moves);
    long all = elements * 8 * 2;
    var first = new RealignRun(moves, buffers(moves, app), slow, files);
    var thread =
        Thread.ofPlatform()
            .start(() -> assertThatThrownBy(first::run).hasMessage("the run was stopped"));
    while (first.progress() < all / 2) {
      Thread.sleep(5);
    }
    Thread.sleep(300); // what has come is written down now and then
    first.stop();
    thread.join();
    var second =
        new RealignRun(moves, buffers(moves, app), EmulatedNetwork.none(NINE), files).run();
    assertThat(second.isVerified()).isTrue();
    assertThat(second.resumed()).isTrue();
    long sent = second.ranks().stream().mapToLong(rank -> rank.volume().sent()).sum();
    assertThat(sent).isPositive().isLessThan(all * 3 / 4);
    // And once more: nothing is missing any longer.
    var third = new RealignRun(moves, buffers(moves, app), EmulatedNetwork.none(NINE), files).run();
    assertThat(third.isVerified()).isTrue();
    assertThat(third.ranks()).allMatch(rank -> rank.volume().sent() == 0);
    // A torn record is as good as none.
    var log = folder.resolve("parts/arrived-0.log");
    Files.write(log, java.util.Arrays.copyOf(Files.readAllBytes(log), 16 + 7));
    var fourth =
        new RealignRun(moves, buffers(moves, app), EmulatedNetwork.none(NINE), files).run();
    assertThat(fourth.isVerified()).isTrue();
    long again = fourth.ranks().stream().mapToLong(rank -> rank.volume().sent()).sum();
    assertThat(again).isPositive().isLessThanOrEqualTo(2 * elements * 8 / 9);
    // A file that is gone takes with it what the log says has come.
    Files.delete(folder.resolve("parts/phase2-5.bin"));
    var fifth = new RealignRun(moves, buffers(moves, app), EmulatedNetwork.none(NINE), files);
    assertThatThrownBy(fifth::run)
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("phase2-5.bin is gone or has another size");
    files.forget();
    assertThat(folder.resolve("parts")).doesNotExist();
  }

  /** Networks on which the test's array takes about a second. */
  private static EmulatedNetwork slow(Moves moves) {
    var grid =
        io.strait.model.text.GridFile.read(
            io.strait.model.text.Document.parse(
                "slow",
                """
                grid: slow
                clusters:
                  a: {lan: {bandwidth: 4 MB/s}, hosts: [{name: a, count: 3}]}
                  b: {lan: {bandwidth: 4 MB/s}, hosts: [{name: b, count: 3}]}
                  c: {lan: {bandwidth: 4 MB/s}, hosts: [{name: c, count: 3}]}
                links:
                  - {between: [a, b], bandwidth: 8 MB/s, latency: 5 ms}
                  - {between: [b, c], bandwidth: 8 MB/s, latency: 5 ms}
                  - {between: [a, c], bandwidth: 8 MB/s, latency: 5 ms}
                """));
    var traffic = new io.strait.realign.file.ClusterTraffic(3);
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        traffic.add(a, b, 1, moves.bytes());
      }
    }
    return new EmulatedNetwork(grid, NINE, Channels.of(grid, List.of(traffic)), 1);
  }

  /** A part of a phase between that cannot be made ends the run of all, with its rank. */
  @Test
  void failureOfOneRankEndsAll() throws IOException {
    var app = app(27 * 100, 1, null, new Data.Scratch());
    var parts = folder.resolve("parts");
    Files.createDirectories(parts.resolve("phase1-3.bin"));
    var moves = new Moves(NINE, app, shuffled(4));
    assertThatThrownBy(() -> run(app, new PartFiles(parts, app.data())))
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("rank %d: ".formatted(moves.rank(1, 3)))
        .hasMessageContaining("phase1-3.bin");
  }

  /** Neither chunks nor steps leave anything behind for the garbage collector. */
  @Test
  void nothingIsAllocatedPerChunk() {
    long few = allocated(20);
    long many = allocated(220);
    long chunks = 200L * 2 * 9 * (27 * 3000 * 8 / 9 / 2048);
    assertThat(many - few).isLessThan(chunks * 4);
  }

  private static long allocated(int repetitions) {
    var app = app(27 * 3000, repetitions, null, new Data.Memory());
    var moves = new Moves(NINE, app, shuffled(4));
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = bean.getTotalThreadAllocatedBytes();
    var outcome =
        new RealignRun(moves, new Buffers(2048, 2, 2, 4, 0), EmulatedNetwork.none(NINE), null)
            .run();
    assertThat(outcome.isVerified()).isTrue();
    return bean.getTotalThreadAllocatedBytes() - before;
  }
}

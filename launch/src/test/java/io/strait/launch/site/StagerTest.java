package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.launch.shell.LocalShell;
import io.strait.launch.shell.Shell;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data come to a site once, whole, and within the quota. */
@Tag("real")
class StagerTest {
  private static final Bytes PLENTY = new Bytes(1e9);

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  private final Stager.Progress progress =
      new Stager.Progress() {
        @Override
        public void sent(long bytes, long all) {}

        @Override
        public synchronized void says(String line) {
          said.add(line);
        }
      };

  /** A shell whose connection is lost after so many bytes, once. */
  private static final class CutShell extends Shell {
    private int bytes;

    CutShell(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public String where() {
      return "there";
    }

    @Override
    protected List<String> command(String script) {
      if (bytes > 0 && script.contains("tee -a")) {
        var cut = "head -c %d | sh -c %s; exit 255".formatted(bytes, quote(script));
        bytes = 0;
        return List.of("sh", "-c", cut);
      }
      return List.of("sh", "-c", script);
    }

    @Override
    protected String unreachable(Output output) {
      return output.code() == 255 ? "the connection was cut" : "";
    }
  }

  private DataFile file(String name, int bytes) throws IOException {
    var content = new byte[bytes];
    new Random(name.hashCode()).nextBytes(content);
    var path = Files.write(folder.resolve(name), content);
    return new DataFile(path, bytes, new Checksums(folder.resolve("sums")).of(path));
  }

  private Stager stager(Shell shell, Bytes quota) {
    return new Stager(shell, folder + "/site", quota, Duration.ofSeconds(2));
  }

  private Stager.Staged stage(Stager stager, DataFile... files) throws Exception {
    return stager.stage(List.of(files), progress, () -> false);
  }

  private Path there(DataFile file) {
    return folder.resolve("site/data").resolve(file.sha256());
  }

  private List<String> names() throws IOException {
    try (var all = Files.list(folder.resolve("site/data"))) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void goesOnAfterACutAndIsSentOnce() throws Exception {
    var large = file("large", 3_000_000);
    var stager = stager(new CutShell(1_000_000), PLENTY);
    var staged = stage(stager, large);
    assertThat(there(large)).hasSameBinaryContentAs(large.path());
    assertThat(Files.getPosixFilePermissions(there(large))).hasSize(1);
    assertThat(said)
        .containsExactly(
            "the connection was cut; the data will go on from there", "data go on at 33 %");
    assertThat(staged.missing()).isEqualTo(3_000_000);
    // What was under way at the cut is sent again, the rest is not.
    assertThat(staged.sent()).isBetween(3_000_000L, 3_600_000L);
    stager.leave();
    assertThat(names()).containsExactly(large.sha256());

    var again = stage(stager(new LocalShell(), PLENTY), large);
    assertThat(again.sent()).isZero();
    assertThat(again.missing()).isZero();
    assertThat(again.all()).isEqualTo(3_000_000);
  }

  @Test
  void aPartOfAnEarlierRunIsUsed() throws Exception {
    var large = file("large", 2_000_000);
    Files.createDirectories(folder.resolve("site/data"));
    var half = Arrays.copyOf(Files.readAllBytes(large.path()), 1_500_000);
    Files.write(folder.resolve("site/data/" + large.sha256() + ".part"), half);
    assertThat(stage(stager(new LocalShell(), PLENTY), large).sent()).isEqualTo(500_000);
    assertThat(there(large)).hasSameBinaryContentAs(large.path());
  }

  @Test
  void aWrongPartIsSentAgain() throws Exception {
    var large = file("large", 2_000_000);
    Files.createDirectories(folder.resolve("site/data"));
    Files.write(folder.resolve("site/data/" + large.sha256() + ".part"), new byte[1000]);
    var staged = stage(stager(new LocalShell(), PLENTY), large);
    assertThat(staged.sent()).isEqualTo(1_999_000 + 2_000_000);
    assertThat(there(large)).hasSameBinaryContentAs(large.path());
  }

  @Test
  void aFileThatChangedIsRefused() throws Exception {
    var large = file("large", 100_000);
    Files.write(large.path(), new byte[100_000]);
    assertThatThrownBy(() -> stage(stager(new LocalShell(), PLENTY), large))
        .hasMessage(
            "this machine: what arrived of large has another checksum, twice; it was removed. Was"
                + " the file changed?");
    assertThat(names()).noneMatch(name -> name.endsWith(".part") || name.endsWith(".lock"));
    Files.write(large.path(), new byte[10]);
    assertThatThrownBy(() -> stage(stager(new LocalShell(), PLENTY), large))
        .hasMessageContaining("was changed after the run began");
  }

  @Test
  void oneOfTwoSends() throws Exception {
    var large = file("large", 40_000_000);
    var both = new ArrayList<CompletableFuture<Stager.Staged>>();
    for (int i = 0; i < 2; i++) {
      both.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return stage(stager(new LocalShell(), PLENTY), large);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    long sent = both.stream().mapToLong(one -> one.join().sent()).sum();
    assertThat(sent).isEqualTo(40_000_000);
    assertThat(there(large)).hasSameBinaryContentAs(large.path());
  }

  @Test
  void whoFallsSilentIsReplaced() throws Exception {
    var large = file("large", 1_000_000);
    var lock = Files.createDirectories(folder.resolve("site/data/" + large.sha256() + ".lock"));
    Files.writeString(lock.resolve("owner"), "gone\n");
    var half = Arrays.copyOf(Files.readAllBytes(large.path()), 600_000);
    Files.write(folder.resolve("site/data/" + large.sha256() + ".part"), half);
    var stager = stager(new LocalShell(), PLENTY);
    assertThat(stage(stager, large).sent()).isEqualTo(400_000);
    assertThat(said).containsExactly("another run sends the data; waiting for it");
    stager.leave();
    assertThat(names()).containsExactly(large.sha256());
  }

  @Test
  void theOldestGoesWhenTheQuotaIsFull() throws Exception {
    var files = List.of(file("a", 400_000), file("b", 400_000), file("c", 400_000));
    var quota = new Bytes(1_000_000);
    var first = stager(new LocalShell(), quota);
    stage(first, files.get(0), files.get(1));
    // The first was used last.
    Files.setLastModifiedTime(there(files.get(1)), FileTime.from(Instant.now().minusSeconds(99)));
    assertThatThrownBy(() -> stage(stager(new LocalShell(), quota), files.get(2)))
        .hasMessage(
            "this machine: runs that are not over use 800 kB of the quota of 1 MB, and these data"
                + " have 400 kB: name a larger quota under start");
    first.leave();
    var second = stager(new LocalShell(), quota);
    stage(second, files.get(2));
    assertThat(there(files.get(0))).exists();
    assertThat(there(files.get(1))).doesNotExist();
    assertThat(there(files.get(2))).exists();
    assertThat(second.there())
        .containsExactlyInAnyOrder(files.get(0).sha256(), files.get(2).sha256());
    assertThatThrownBy(() -> stage(second, file("d", 2_000_000)))
        .hasMessage(
            "this machine: the data have 2 MB, the quota is 1 MB: name a larger quota under start");
  }

  @Test
  void aMarkOfARunThatCrashedHoldsForADay() throws Exception {
    var files = List.of(file("a", 400_000), file("b", 400_000));
    var quota = new Bytes(500_000);
    stage(stager(new LocalShell(), quota), files.get(0));
    var mark =
        folder
            .resolve("site/data")
            .resolve(
                names().stream().filter(name -> name.contains(".by-")).findFirst().orElseThrow());
    Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    stage(stager(new LocalShell(), quota), files.get(1));
    assertThat(there(files.get(0))).doesNotExist();
    assertThat(mark).doesNotExist();
  }

  @Test
  void anEndInTheMiddleLeavesAPartForTheNextRun() throws Exception {
    var large = file("large", 4_000_000);
    var stager = stager(new LocalShell(), PLENTY);
    assertThatThrownBy(
            () ->
                stager.stage(
                    List.of(large),
                    progress,
                    () -> Files.exists(folder.resolve("site/data/" + large.sha256() + ".part"))))
        .isInstanceOf(InterruptedException.class);
    assertThat(names()).noneMatch(name -> name.endsWith(".lock"));
    assertThat(stage(stager, large).all()).isEqualTo(4_000_000);
    assertThat(there(large)).hasSameBinaryContentAs(large.path());
  }

  @Test
  void checksumsAreKnownUntilAFileChanges() throws Exception {
    var sums = new Checksums(folder.resolve("sums"));
    var path = Files.writeString(folder.resolve("some"), "abc");
    assertThat(sums.known(path)).isEmpty();
    var sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertThat(sums.of(path)).isEqualTo(sum);
    assertThat(sums.known(path)).contains(sum);
    Files.writeString(path, "abd");
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(sums.known(path)).isEmpty();
    assertThat(sums.of(path)).isNotEqualTo(sum);
  }
}

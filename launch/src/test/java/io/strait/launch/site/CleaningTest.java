package io.strait.launch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strait.model.Start;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody needs goes; what a run needs that is not over stays. */
@Tag("real")
class CleaningTest {
  private static final String CURRENT = "a".repeat(64);
  private static final String OLD = "b".repeat(64);
  private static final String USED = "c".repeat(64);
  private static final String NEW = "d".repeat(64);

  @TempDir Path folder;
  private Path place = Path.of("");

  @BeforeEach
  void fill() throws Exception {
    place = folder.resolve("site");
    for (var sum : List.of(CURRENT, OLD, USED, NEW)) {
      make("bundles/" + sum + "/bin/strait", "x".repeat(40_000));
    }
    make("bundles/" + OLD + ".part", "cut off");
    make("runs/over-east/worker.sh", "exec bundles/" + OLD + "/bin/strait worker");
    make("runs/on-east/worker.sh", "exec bundles/" + USED + "/bin/strait worker");
    make("runs/on-east/token", "secret");
    for (var run : List.of("over-east", "on-east")) {
      make("runs/" + run + "/" + RemoteSite.MARK, "");
    }
    make("runs/not-ours/result", "thesis");
    make("bundles/photos.tar", "of somebody");
    make("data/" + OLD, "kept");
    make("data/" + USED, "wanted");
    make("data/" + USED + ".by-somebody", "");
    try (var all = Files.walk(place)) {
      for (var each :
          all.filter(p -> !p.toString().matches(".*(%s|by-).*".formatted(NEW))).toList()) {
        Files.setLastModifiedTime(each, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
      }
    }
  }

  private void make(String name, String text) throws Exception {
    var file = place.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Cleaning cleaning(boolean isTrial) throws Exception {
    var site = new RemoteSite("here", new Start("", null, place.toString()), "h", folder);
    site.open();
    return new Cleaning(site, isTrial);
  }

  private List<Cleaning.Found> versions(boolean isTrial) throws Exception {
    return cleaning(isTrial)
        .versions((machine, hasJava) -> new Installer.Archive(Path.of(""), "top", CURRENT));
  }

  private String left() throws Exception {
    try (var all =
        Stream.of("bundles", "runs", "data")
            .flatMap(each -> Stream.of(place.resolve(each).toFile().list()))) {
      return all.map(name -> name.length() < 64 ? name : name.charAt(0) + name.substring(64))
          .sorted()
          .collect(Collectors.joining(" "));
    }
  }

  @Test
  void versionsThatNobodyUses() throws Exception {
    assertThat(versions(false))
        .filteredOn(found -> !found.isUsed())
        .extracting(Cleaning.Found::name)
        .containsExactlyInAnyOrder(OLD, OLD + ".part");
    assertThat(left()).isEqualTo("a b c c c.by-somebody d not-ours on-east over-east photos.tar");
  }

  @Test
  void runsThatAreOver() throws Exception {
    assertThat(cleaning(false).runs(Duration.ofDays(3))).isEmpty();
    assertThat(cleaning(false).runs(Duration.ofDays(1)))
        .extracting(Cleaning.Found::name, Cleaning.Found::isUsed)
        .containsExactlyInAnyOrder(tuple("over-east", false), tuple("on-east", true));
    assertThat(place.resolve("runs/over-east")).doesNotExist();
    assertThat(place.resolve("runs/on-east/token")).exists();
  }

  @Test
  void dataThatNobodyUses() throws Exception {
    assertThat(cleaning(false).data()).hasSize(2);
    assertThat(place.resolve("data").resolve(OLD)).doesNotExist();
    assertThat(place.resolve("data").resolve(USED)).exists();
  }

  @Test
  void aTrialRemovesNothing() throws Exception {
    var before = left();
    assertThat(versions(true)).hasSize(3);
    assertThat(cleaning(true).runs(Duration.ZERO)).hasSize(2);
    assertThat(cleaning(true).data()).hasSize(2);
    assertThat(left()).isEqualTo(before);
  }
}

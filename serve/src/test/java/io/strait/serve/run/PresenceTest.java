package io.strait.serve.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.Control;
import io.strait.kind.run.Lead;
import io.strait.kind.run.RunFolder;
import io.strait.serve.run.Presence.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresenceTest {
  @TempDir private Path folder;
  private Path run;
  private Presence presence;

  @BeforeEach
  void run() throws IOException {
    run = Files.createDirectories(folder.resolve("runs/r"));
    Files.writeString(run.resolve("run.json"), "{}");
    Files.writeString(run.resolve("plan.yaml"), "");
    presence = new Presence(new RunShelf(folder.resolve("runs"), any -> null), run);
  }

  private static Control lead(Path folder) throws IOException {
    var control = new Control(0, () -> "{}", () -> "", () -> {});
    control.publish(RunFolder.open(folder), Map.of());
    return control;
  }

  private void summary(Instant when) throws IOException {
    var file = Files.writeString(run.resolve("summary.json"), "{}");
    Files.setLastModifiedTime(file, FileTime.from(when));
  }

  @Test
  void nobodyIsAwaitedWhereTheLastMasterHasLeftItsSummary() throws IOException {
    try (var _ = lead(run)) {
      assertThat(presence.look()).isEqualTo(State.AT_WORK);
      summary(Instant.now());
      assertThat(presence.look()).isEqualTo(State.AT_WORK);
    }
    RunFolder.open(run).forgetControl();
    assertThat(presence.look()).isEqualTo(State.GONE);
  }

  @Test
  void anotherIsAwaitedBetweenStepsForAWhile() throws IOException {
    var step = Files.createDirectories(run.resolve("steps/one"));
    Files.writeString(step.resolve("run.json"), "{}");
    summary(Instant.now().minusSeconds(60)); // of the time before the run was resumed
    try (var _ = lead(step)) {
      assertThat(presence.look()).isEqualTo(State.AT_WORK);
      assertThat(Lead.folder(RunFolder.open(run)).path()).isEqualTo(step);
    }
    RunFolder.open(step).forgetControl();
    assertThat(Lead.folder(RunFolder.open(run)).path()).isEqualTo(run);
    assertThat(presence.look()).isEqualTo(State.AWAITED);
    int looks = 1;
    while (presence.look() == State.AWAITED) {
      looks++;
    }
    assertThat(looks).isBetween(5, 50);
    try (var _ = lead(run)) {
      assertThat(presence.look()).isEqualTo(State.AT_WORK);
    }
    RunFolder.open(run).forgetControl();
    assertThat(presence.look()).isEqualTo(State.AWAITED);
  }

  @Test
  void nobodyIsAwaitedAfterAMasterThatWasKilled() throws Exception {
    try (var _ = lead(run)) {
      assertThat(presence.look()).isEqualTo(State.AT_WORK);
      var killed = new ProcessBuilder("true").start();
      killed.waitFor();
      var file = run.resolve("control.json");
      var text = Files.readString(file);
      assertThat(text).containsPattern("\"pid\" *: *\"");
      Files.writeString(file, text.replaceFirst("(\"pid\" *: *\")\\d+", "$1" + killed.pid()));
      assertThat(presence.look()).isEqualTo(State.GONE);
      assertThat(presence.isDone()).isFalse();
    }
  }
}

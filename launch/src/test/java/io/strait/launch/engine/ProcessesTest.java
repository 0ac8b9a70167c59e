package io.strait.launch.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.launch.engine.Engine.State;
import io.strait.launch.shell.LocalShell;
import io.strait.launch.shell.ShellException;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines without a queue: real processes of a real shell. */
@Tag("real")
class ProcessesTest {
  @TempDir Path folder;

  private Engine.Job job(String script) {
    return new Engine.Job("job", List.of(0, 2), script, folder.toString());
  }

  private static void awaitOver(Engine engine, String id) throws Exception {
    long until = System.nanoTime() + 60_000_000_000L;
    while (!states(engine, id).stream().allMatch(State.OVER::equals)) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(20);
    }
  }

  private static List<State> states(Engine engine, String id)
      throws IOException, InterruptedException {
    return engine.states(List.of(id)).get(id).values().stream().map(Engine.Copy::state).toList();
  }

  @Test
  void copiesKnowTheirNumbersAndEnd() throws Exception {
    var engine = new Processes(new LocalShell());
    var id = engine.submit(job("echo number $1; echo trouble >&2\n"));
    awaitOver(engine, id);
    assertThat(folder.resolve("job.0.log")).hasContent("number 0\ntrouble");
    assertThat(folder.resolve("job.2.log")).hasContent("number 2\ntrouble");
  }

  /** Their own children end with them, also those that do not want to. */
  @Test
  void cancelled() throws Exception {
    var engine = new Processes(new LocalShell());
    var id =
        engine.submit(job("trap '' TERM; sleep 1000 & echo $! > child.$1; sleep 1000; wait\n"));
    while (states(engine, id).contains(State.WAITING)
        || !Files.exists(folder.resolve("child.2"))
        || Files.size(folder.resolve("child.2")) == 0) {
      Thread.sleep(20);
    }
    engine.cancel(List.of(id));
    awaitOver(engine, id);
    long child = Long.parseLong(Files.readString(folder.resolve("child.2")).strip());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    engine.cancel(List.of(id)); // again: no mistake
  }

  /** A later process with the same number is not taken for it. */
  @Test
  void anotherProcessWithTheSameNumber() throws Exception {
    long own = ProcessHandle.current().pid();
    var engine = new Processes(new LocalShell());
    assertThat(states(engine, "0=%d=12".formatted(own))).containsExactly(State.OVER);
    engine.cancel(List.of("0=%d=12".formatted(own)));
  }

  /** Commands of an engine, here of a shell. */
  @Test
  void commands() throws Exception {
    var engine =
        new CommandEngine(
            new LocalShell(),
            new Start.Commands(
                "setsid {script} > /dev/null 2>&1 & echo job $!", "kill -0 {id}", "kill {id}"));
    var id = engine.submit(job("echo number $1; exec sleep 1000\n"));
    while (states(engine, id).contains(State.WAITING)
        || !Files.exists(folder.resolve("job.2.log"))
        || Files.size(folder.resolve("job.2.log")) == 0) {
      Thread.sleep(20);
    }
    assertThat(states(engine, id)).containsExactly(State.RUNNING, State.RUNNING);
    engine.cancel(List.of(id));
    awaitOver(engine, id);
    assertThat(folder.resolve("job.2.log")).hasContent("number 2");
  }

  /** An engine whose jobs wait until somebody runs their scripts; ids are lines of its queue. */
  private CommandEngine queue() {
    return new CommandEngine(
        new LocalShell(),
        new Start.Commands(
            "echo {script} >> %s/queue; wc -l < %s/queue".formatted(folder, folder),
            "test ! -e %s/gone.{id}".formatted(folder),
            "touch %s/gone.{id}".formatted(folder)));
  }

  @Test
  void copiesThatWaitAreWithdrawn() throws Exception {
    var engine = queue();
    var id = engine.submit(job("true\n"));
    assertThat(states(engine, id)).containsExactly(State.WAITING, State.WAITING);
    assertThat(new ProcessBuilder("sh", folder + "/job.2.sh").start().waitFor()).isZero();
    assertThat(states(engine, id)).containsExactly(State.WAITING, State.RUNNING);
    engine.withdraw(id, List.of(0, 2));
    assertThat(folder.resolve("gone.1")).exists();
    assertThat(folder.resolve("gone.2")).doesNotExist();
  }

  /** The connection may end before anybody hears the id. */
  @Test
  void whatNobodyKnowsIsFoundAndEnded() throws Exception {
    var id = queue().submit(job("true\n"));
    assertThat(queue().submit(job("true\n"))).isEqualTo(id);
    assertThat(folder.resolve("queue")).hasContent(folder + "/job.0.sh\n" + folder + "/job.2.sh");
    queue().sweep(folder.toString());
    assertThat(folder.resolve("gone.1")).exists();
    assertThat(folder.resolve("gone.2")).exists();
    assertThat(folder.resolve("job.0.id")).doesNotExist();
  }

  @Test
  void aRefusedJobSaysWhy() {
    var engine =
        new CommandEngine(
            new LocalShell(),
            new Start.Commands("echo no such queue >&2; false {script}", "true {id}", "true {id}"));
    assertThatThrownBy(() -> engine.submit(job("true\n")))
        .isInstanceOf(ShellException.class)
        .hasMessageContaining("no such queue");
  }
}

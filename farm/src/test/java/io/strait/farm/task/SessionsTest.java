package io.strait.farm.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.process.Sessions;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shell that ends tasks does so also when we cannot ask any more. */
@Tag("real")
@Timeout(60)
final class SessionsTest {
  @Test
  void tasksDieWithTheWorker() throws Exception {
    var first = new ProcessBuilder("setsid", "sh", "-c", "sleep 800 & sleep 801").start();
    var second = new ProcessBuilder("setsid", "sh", "-c", "sleep 800 & sleep 801").start();
    var third = new ProcessBuilder("setsid", "sleep", "802").start();
    try {
      tasksDieWithTheWorker(first, second, third);
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
      third.destroyForcibly();
    }
  }

  private static void tasksDieWithTheWorker(Process first, Process second, Process third)
      throws Exception {
    Thread.sleep(200);
    var children = first.descendants().toList();
    assertThat(children).hasSize(2);
    var helper = new ProcessBuilder("setsid", "sh", "-c", Sessions.HELPER).start();
    try (var orders = helper.outputWriter(StandardCharsets.US_ASCII);
        var answers = helper.inputReader(StandardCharsets.US_ASCII)) {
      orders.write(
          "start %d\nstart %d\nend %d\n".formatted(first.pid(), second.pid(), second.pid()));
      orders.flush();
      assertThat(answers.readLine()).isEqualTo("ended");
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(first.isAlive()).isTrue();
    }
    assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(helper.waitFor(60, TimeUnit.SECONDS)).isTrue();
    for (var child : children) {
      assertThat(Specs.ends(child.pid())).isTrue();
    }
    assertThat(third.isAlive()).isTrue();
  }
}

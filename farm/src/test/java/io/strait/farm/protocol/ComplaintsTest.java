package io.strait.farm.protocol;

import static io.strait.farm.protocol.TestHost.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What people hear of a parent that cannot be reached, in virtual time. */
class ComplaintsTest {
  private static final long MINUTE = 60 * SECOND;
  private static final String REFUSED = "nothing listens there";

  /** The warnings, each with the seconds after which it came. */
  private final List<String> said = new ArrayList<>();

  private @Nullable NodeLink dialled;

  private final TestHost host =
      new TestHost(
          () -> {
            dialled = new TestEnd("home:7077", null);
            return dialled;
          }) {
        @Override
        public void note(Level level, String event) {
          if (level == Level.WARNING) {
            said.add("%d s: %s".formatted((now - SECOND) / SECOND, event));
          }
        }
      };

  private final Complaints complaints = new Complaints(host);

  private void failFor(long nanos, String why) {
    for (long until = host.now + nanos; host.now < until; host.now += SECOND) {
      complaints.failed("home:7077", why, false);
    }
  }

  @Test
  void atOnceAndThenEverMoreSparsely() {
    failFor(20 * MINUTE, REFUSED);
    var words = ": no connection to the parent at home:7077: nothing listens there; trying again";
    assertThat(said)
        .containsExactly(
            "0 s" + words, "60 s" + words, "180 s" + words, "420 s" + words, "900 s" + words);
    said.clear();
    complaints.reached("home:7077");
    assertThat(said)
        .containsExactly("1200 s: connected to the parent at home:7077, after 20 min 0 s");
  }

  @Test
  void anotherCauseIsToldAtOnce() {
    failFor(10 * SECOND, REFUSED);
    failFor(10 * SECOND, "the attempt to connect timed out");
    failFor(10 * SECOND, REFUSED);
    assertThat(said)
        .containsExactly(
            "0 s: no connection to the parent at home:7077: nothing listens there; trying again",
            "10 s: no connection to the parent at home:7077: the attempt to connect timed out;"
                + " trying again");
  }

  @Test
  void connectionsThatComeAndGoAreOneTrouble() {
    for (int i = 0; i < 12; i++) {
      failFor(2 * SECOND, "the connection is gone");
      complaints.reached("home:7077");
      host.now += 3 * SECOND;
    }
    assertThat(said)
        .containsExactly(
            "0 s: no connection to the parent at home:7077: the connection is gone; trying again",
            "2 s: connected to the parent at home:7077, after 2.0 s");
    host.now += 2 * MINUTE;
    failFor(2 * SECOND, "the connection is gone");
    assertThat(said).hasSize(3);
  }

  @Test
  void aParentThatIsNotReadyYetIsNoTroubleAtFirst() {
    for (int i = 0; i < 9; i++, host.now += SECOND) {
      complaints.failed("", "not ready yet", true);
    }
    complaints.reached("");
    assertThat(said).isEmpty();
    for (int i = 0; i < 12; i++, host.now += SECOND) {
      complaints.failed("", "not ready yet", true);
    }
    assertThat(said)
        .containsExactly("19 s: no connection to the parent: not ready yet; trying again");
  }

  private Worker worker() {
    var hello =
        new Message.Hello(Message.OLDEST, Message.NEWEST, "", "w", Message.Role.WORKER, 1, 7, 0);
    return new Worker(
        host,
        ProtocolSettings.DEFAULT.withPatience(java.time.Duration.ofMinutes(5)),
        hello,
        new Worker.Computer() {
          @Override
          public @Nullable String prepare(byte[] spec) {
            return null;
          }

          @Override
          public void submit(int task, int attempt, byte[] input) {}

          @Override
          public boolean withdraw(int task) {
            return false;
          }

          @Override
          public void abandon(int task) {}
        });
  }

  /** The end of a connection comes with its cause, and so does giving up. */
  @Test
  void aWorkerSaysWhyItHasNoParent() {
    var worker = worker();
    while (worker.ended() == null) {
      worker.flush();
      var link = dialled;
      if (link != null) {
        dialled = null;
        worker.closed(link, REFUSED);
      }
      host.now += SECOND / 10;
    }
    assertThat(host.dials).isGreaterThan(30);
    assertThat(said).hasSize(3); // after 0, 1 and 3 minutes
    assertThat(said.getFirst())
        .isEqualTo(
            "0 s: no connection to the parent at home:7077: nothing listens there; trying again");
    assertThat(worker.ended()).isEqualTo("the parent could not be reached: nothing listens there");
  }

  @Test
  void aParentThatNeverAnswersTimesOut() {
    var worker = worker();
    while (worker.ended() == null) {
      worker.flush();
      host.now += SECOND;
    }
    assertThat(said.getFirst())
        .endsWith("the parent at home:7077: it does not answer (timed out); trying again");
    assertThat(said).hasSizeLessThan(6);
  }
}

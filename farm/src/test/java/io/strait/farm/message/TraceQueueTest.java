package io.strait.farm.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway that is cut off for long has to tell afterwards. */
class TraceQueueTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aLongCutLosesNothing() {
    var queue = new TraceQueue();
    int workers = 8;
    int tasks = 100_000;
    for (int task = 0; task < tasks; task++) {
      var trace =
          new Message.Trace(
              List.of("w" + task % workers),
              Message.Trace.Event.NONE,
              new int[] {task},
              new long[] {7},
              new long[] {task},
              new boolean[] {task % 3 == 0},
              0,
              0,
              0,
              1,
              2);
      queue.add(trace, task * SECOND);
      if (task == 50_000) {
        queue.add(Message.Trace.of("w0", Message.Trace.Event.GONE, "killed"), task * SECOND);
      }
    }
    var said = new ArrayList<Message.Trace>();
    var link =
        new NodeLink() {
          @Override
          public void send(Envelope envelope) {
            said.add((Message.Trace) envelope.message());
          }

          @Override
          public boolean ready() {
            return true;
          }

          @Override
          public void close() {}
        };
    long now = tasks * SECOND;
    queue.send(new Session(link, 1, now), now);
    var seen = new BitSet();
    long up = 0;
    boolean gone = false;
    for (var trace : said) {
      up += trace.up();
      gone |= trace.event() == Message.Trace.Event.GONE;
      for (int i = 0; i < trace.tasks().length; i++) {
        int task = trace.tasks()[i];
        assertThat(trace.path()).containsExactly("w" + task % workers);
        assertThat(trace.ago()[i]).isEqualTo(now - task * SECOND + 7);
        assertThat(trace.took()[i]).isEqualTo(task);
        assertThat(trace.failed()[i]).isEqualTo(task % 3 == 0);
        assertThat(gone || task <= 50_000 || task % workers != 0).isTrue();
        seen.set(task);
      }
    }
    assertThat(seen.cardinality()).isEqualTo(tasks);
    assertThat(up).isEqualTo(tasks);
    assertThat(gone).isTrue();
    assertThat(said.size()).isLessThan(2_500);
  }
}

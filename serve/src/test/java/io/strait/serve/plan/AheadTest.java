package io.strait.serve.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made before it is asked for. */
@Timeout(60)
class AheadTest {
  private final List<String> made = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  private String make(String key) {
    made.add(key);
    begun.countDown();
    try {
      mayEnd.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (key.equals("wrong")) {
      throw new IllegalArgumentException(key);
    }
    return key + "!";
  }

  @Test
  void onlyTheLatestWishIsMadeAhead() throws InterruptedException {
    var ahead = new Ahead<>(2, Duration.ZERO, this::make);
    ahead.expect("a");
    begun.await();
    ahead.expect("b");
    ahead.expect("c");
    mayEnd.countDown();
    assertThat(ahead.get("a")).isEqualTo("a!");
    assertThat(ahead.get("c")).isEqualTo("c!");
    assertThat(made).containsExactly("a", "c");
    // The one that was asked for longest ago makes room.
    assertThat(ahead.get("d")).isEqualTo("d!");
    assertThat(ahead.get("a")).isEqualTo("a!");
    assertThat(made).containsExactly("a", "c", "d", "a");
  }

  @Test
  void whoAsksForWhatCannotBeMadeIsTold() throws InterruptedException {
    mayEnd.countDown();
    var ahead = new Ahead<>(2, Duration.ZERO, this::make);
    ahead.expect("wrong");
    begun.await();
    assertThatThrownBy(() -> ahead.get("wrong")).hasMessage("wrong");
    ahead.expect("right");
    assertThat(ahead.get("right")).isEqualTo("right!");
  }
}

package io.strait.transport.wire;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which of many words to say: each at once, then again after 1, 2, 4, 8 and more minutes. A peer
 * that tries again and again must not fill a log.
 */
final class Repeats {
  private static final long MINUTE = 60_000_000_000L;
  private static final long MOST_PAUSE = 64 * MINUTE;

  /** Words that are known; older ones count as new. */
  private static final int MOST = 1_000;

  private record Said(long next, long pause) {}

  private final Map<String, Said> all = new LinkedHashMap<>();

  /**
   * Whether to say something now.
   *
   * @param now nanoseconds
   */
  synchronized boolean isDue(String words, long now) {
    Said said = all.get(words);
    if (said != null && now < said.next) {
      return false;
    }
    all.remove(words);
    long pause = said == null ? MINUTE : Math.min(2 * said.pause, MOST_PAUSE);
    all.put(words, new Said(now + pause, pause));
    if (all.size() > MOST) {
      all.remove(all.keySet().iterator().next());
    }
    return true;
  }
}

package io.strait.farm.journal;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The children that have joined a run. Tokens are for joining: who is in stays in, also when its
 * parent or it was started again since. Where there are very many the oldest are forgotten.
 */
public final class Members {
  private static final int MOST = 1 << 16;

  private final Map<String, List<Member>> byName = new HashMap<>();
  private final Deque<Member> all = new ArrayDeque<>();
  private final Consumer<Member> keep;

  /**
   * @param known those who joined before this parent was started
   * @param keep writes down who joins
   */
  public Members(Collection<Member> known, Consumer<Member> keep) {
    this.keep = keep;
    known.forEach(this::put);
  }

  /** Whether somebody who comes has joined before. */
  public boolean contains(Member member) {
    return byName.getOrDefault(member.name(), List.of()).stream().anyMatch(m -> m.is(member));
  }

  /** Remembers who has joined. */
  public void add(Member member) {
    if (put(member)) {
      keep.accept(member);
    }
  }

  private boolean put(Member member) {
    if (byName.getOrDefault(member.name(), List.of()).contains(member)) {
      return false;
    }
    all.add(member);
    byName.merge(member.name(), List.of(member), Members::joined);
    if (all.size() > MOST) {
      forget(all.removeFirst());
    }
    return true;
  }

  private static List<Member> joined(List<Member> old, List<Member> more) {
    return java.util.stream.Stream.concat(old.stream(), more.stream()).toList();
  }

  private void forget(Member member) {
    byName.computeIfPresent(
        member.name(),
        (name, list) -> {
          var left = list.stream().filter(m -> !m.equals(member)).toList();
          return left.isEmpty() ? null : left;
        });
  }

  /** All of them, the oldest first. */
  public Collection<Member> all() {
    return all;
  }
}

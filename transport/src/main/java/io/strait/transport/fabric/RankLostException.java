package io.strait.transport.fabric;

import org.jspecify.annotations.Nullable;

/** A rank is lost, so this one must stop. */
public final class RankLostException extends RuntimeException {
  /** Stands for the master, when the connection home is lost. */
  public static final int HOME = -1;

  private final int rank;

  public RankLostException(int rank, String why) {
    this(rank, "rank %d is lost: %s".formatted(rank, why), null);
  }

  private RankLostException(int rank, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.rank = rank;
  }

  /** Reports a loss again, with the stack of another thread. */
  RankLostException(RankLostException first) {
    this(first.rank, String.valueOf(first.getMessage()), first);
  }

  /** The connection home is gone. */
  static RankLostException home(String why) {
    return new RankLostException(HOME, "home is lost: " + why, null);
  }

  /** Which rank, or {@link #HOME}. */
  public int rank() {
    return rank;
  }
}

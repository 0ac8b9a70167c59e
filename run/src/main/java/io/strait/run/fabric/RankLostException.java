package io.strait.run.fabric;

/** A rank has gone, or this one was told to stop because another one has. */
public final class RankLostException extends RuntimeException {
  private final int rank;

  public RankLostException(int rank, String why) {
    super("rank %d is lost: %s".formatted(rank, why));
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }
}

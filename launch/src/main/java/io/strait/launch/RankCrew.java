package io.strait.launch;

/** Processes of ranks that a run has started; they end when it is closed. */
public interface RankCrew extends AutoCloseable {
  @Override
  void close();
}

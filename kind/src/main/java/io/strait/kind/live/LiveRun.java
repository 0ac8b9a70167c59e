package io.strait.kind.live;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A run that is watched while it goes on. All that is known of it comes from its folder and its
 * control port, so that watching costs the master nothing, and works from another process.
 */
public interface LiveRun extends AutoCloseable {
  /**
   * Takes in what has happened since it was last asked, and says how the run stands.
   *
   * @param isLed whether a master is at work, as far as can be known
   */
  LiveView look(boolean isLed) throws IOException;

  /** The folder of what is shown: the run's, or that of a step of it. */
  Path folder();

  @Override
  default void close() throws IOException {}
}

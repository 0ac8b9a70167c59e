package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import java.io.IOException;
import java.util.Map;

/** What a gang runs at its site. */
public interface GangWork {
  /**
   * What a job finds at its site.
   *
   * @param folder of the run there
   * @param strait the words that begin a command of Strait
   * @param entry the machine by which home is reached
   * @param port of that machine
   */
  record Place(String folder, String strait, String entry, int port) {}

  /** What and how many, for people: {@code 2 ranks}. */
  String what();

  /** Small files that it needs there, by name. */
  Map<String, byte[]> files() throws IOException;

  /** What starts it. */
  Engine engine(RemoteSite site);

  /**
   * Its job.
   *
   * @param name for people and files
   */
  Engine.Job job(String name, Place place) throws IOException;

  /** Whether its processes have come home, for engines that do not say what waits. */
  boolean hasBegun();
}

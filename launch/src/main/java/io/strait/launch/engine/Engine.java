package io.strait.launch.engine;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Runs scripts at a site, now or when there is room. */
public interface Engine {
  /**
   * A script that runs several times. It finds its number, from 0, as its first argument.
   *
   * @param name for people and files: letters, digits, dots and dashes
   * @param numbers of the copies to run
   * @param script of a POSIX shell, without secrets
   * @param folder at the site, for the script and what it prints
   * @param gang what a copy starts beside itself
   */
  record Job(String name, List<Integer> numbers, String script, String folder, Gang gang) {
    public Job {
      numbers = List.copyOf(numbers);
    }

    /** Copies that are alone. */
    public Job(String name, List<Integer> numbers, String script, String folder) {
      this(name, numbers, script, folder, Gang.NONE);
    }

    /** A script that runs once, number 0, and starts a gang. */
    public static Job ofGang(String name, String script, String folder, Gang gang) {
      return new Job(name, List.of(0), script, folder, gang);
    }
  }

  /**
   * Processes that run at the same time, started by one script.
   *
   * @param tasks how many; 0 for none
   * @param nodes that they are spread over
   */
  record Gang(int tasks, int nodes) {
    static final Gang NONE = new Gang(0, 0);
  }

  /** What became of a copy. */
  enum State {
    WAITING,
    RUNNING,
    /** It has ended, or was ended by somebody. */
    OVER
  }

  /**
   * A copy.
   *
   * @param reason what the engine says about it, such as {@code Resources} or {@code TIMEOUT}; may
   *     be empty
   */
  record Copy(State state, String reason) {}

  /** {@code slurm 22.05.8}, for people. */
  String version() throws IOException, InterruptedException;

  /**
   * Starts a job. If one of that name is under way in that folder, because nobody heard of its
   * start, it is that one.
   *
   * @return its id
   * @throws IOException with the command and what it printed, if the engine refuses it
   */
  String submit(Job job) throws IOException, InterruptedException;

  /**
   * What became of jobs: by id, then by number. Those that the engine has forgotten are left out:
   * they are over.
   *
   * @throws IOException if the engine cannot be asked, so that nothing is known
   */
  Map<String, Map<Integer, Copy>> states(Collection<String> ids)
      throws IOException, InterruptedException;

  /** Ends jobs, those that wait and those that run. What is over already is no mistake. */
  void cancel(Collection<String> ids) throws IOException, InterruptedException;

  /**
   * Ends copies of a job that wait; those that have begun go on. Where the engine cannot tell them
   * apart, nothing happens.
   */
  default void withdraw(String id, Collection<Integer> numbers)
      throws IOException, InterruptedException {}

  /** Ends all that was started in a folder, also what nobody knows by an id. */
  default void sweep(String folder) throws IOException, InterruptedException {}
}

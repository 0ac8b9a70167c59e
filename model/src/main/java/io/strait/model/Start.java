package io.strait.model;

import io.strait.model.quantity.Bytes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How processes of a cluster are started.
 *
 * @param ssh where commands are run: a login node, or with {@link #HOST} in it each host; empty for
 *     this machine
 * @param engine what queues and places processes; null if they are started directly
 * @param folder at the site, for what is installed there and for runs; beside the home folder of
 *     the user there if it is not absolute
 * @param quota how much data may be kept there for later runs
 */
public record Start(String ssh, @Nullable Engine engine, String folder, Bytes quota) {
  /** Stands for the name of a host. */
  public static final String HOST = "{host}";

  public static final String FOLDER = ".strait";

  public static final Bytes QUOTA = new Bytes(50e9);

  /** On this machine, directly. */
  public static final Start LOCAL = new Start("", null, FOLDER);

  /** With the usual quota. */
  public Start(String ssh, @Nullable Engine engine, String folder) {
    this(ssh, engine, folder, QUOTA);
  }

  /** Whether commands are run on each host, not on one for all. */
  public boolean isPerHost() {
    return ssh.contains(HOST);
  }

  /** What queues and places processes. */
  public sealed interface Engine {}

  /**
   * Slurm.
   *
   * @param partition empty for the default one
   * @param time the limit of every job; zero for that of the partition
   * @param args more arguments of {@code sbatch}
   */
  public record Slurm(String partition, Duration time, List<String> args) implements Engine {
    public Slurm {
      args = List.copyOf(args);
    }
  }

  /**
   * Any other engine, by its commands.
   *
   * @param submit takes {@code {script}}, the file to run, and may take {@code {tasks}} and {@code
   *     {nodes}}, what it needs; prints a job's id as its last word
   * @param status takes {@code {id}}, and succeeds while the job waits or runs
   * @param cancel takes {@code {id}}
   */
  public record Commands(String submit, String status, String cancel) implements Engine {}
}

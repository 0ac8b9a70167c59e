package io.strait.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the hosts of a grid are, when a run starts its own processes for them. */
public interface Site {
  /** All hosts are this machine, and there are no networks between them. */
  Site HERE =
      new Site() {
        @Override
        public List<String> on(String host, List<String> command) {
          return command;
        }

        @Override
        public String address(String host) {
          return "localhost";
        }
      };

  /** The command that starts a command on a host. */
  List<String> on(String host, List<String> command);

  /** Where a host can be reached from the others. */
  String address(String host);

  /** The host where this process is. */
  default String here() {
    return "localhost";
  }

  /** Whether hosts are joined by networks of their own, so that none is to be emulated. */
  default boolean hasNetworks() {
    return false;
  }

  /** The host at the edge of a cluster, where its gateway belongs. */
  default String gateway(String cluster) {
    return cluster;
  }

  /**
   * A program that takes the name of a host and a command, as ssh does; null if all hosts are this
   * machine.
   */
  default @Nullable Path remoteShell() {
    return null;
  }

  /** The network device of every host. */
  default String device() {
    return "lo";
  }

  /** A part of a run is about to start its processes, so many times faster than life. */
  default void prepare(double scale) throws IOException {}

  /**
   * All processes are there, and work begins.
   *
   * @param isLast whether it is the last part of the run
   */
  default void begins(boolean isLast) throws IOException {}

  /** What happened to hosts and networks since work began, in the order of time. */
  default List<Incident> incidents() throws IOException {
    return List.of();
  }

  /**
   * Something that happened to a host or to a network.
   *
   * @param at by the clock on the wall
   * @param seconds since work began, by the clock of the run
   * @param where a gap {@code A-B}, one direction of it {@code A>B}, a cluster, a host, groups of
   *     clusters {@code A,B|C}, or {@link #EVERYWHERE}
   * @param fault in words; where it ends, as it was when it began
   */
  record Incident(Instant at, double seconds, Kind kind, String where, String fault) {
    /** What heals everything concerns. */
    public static final String EVERYWHERE = "all";

    /** What happens. */
    public enum Kind {
      /** Nothing passes a network any more. */
      CUT,
      /** A network has other properties. */
      SET,
      /** All processes of a host die. */
      KILL,
      /** All processes of a host stop. */
      FREEZE,
      /** Only clusters of one group reach each other. */
      PARTITION,
      /** What was cut, set, partitioned or frozen is as the grid says again. */
      HEAL,
      /** Something that happened earlier has ended by itself. */
      END
    }

    /** In words. */
    public String what() {
      return kind == Kind.END ? "the end of: " + fault : fault;
    }
  }
}

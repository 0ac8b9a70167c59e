package io.strait.transport.fabric;

import java.nio.file.Path;

/**
 * A process that is a rank of an MPI job in a run of several jobs. Its arguments are the folder of
 * the certificates, the port of the hub, the first rank of the job, and what to do: {@code DIE},
 * which halts the last rank of all while the others wait, or {@code OUTLIVE}, which runs a {@link
 * Contract} and ends when home is gone.
 */
final class JoinedRank {
  private JoinedRank() {}

  public static void main(String[] args) throws Exception {
    int first = Integer.parseInt(args[2]);
    var mpi = new MpiFabric();
    var gap = Hubs.join(Path.of(args[0]), Integer.parseInt(args[1]), first + mpi.rank());
    var fabric = new JoinedFabric(mpi, gap, first);
    try {
      if (args[3].equals("DIE")) {
        new Collectives(fabric).barrier();
        if (fabric.rank() == fabric.size() - 1) {
          Runtime.getRuntime().halt(9);
        }
        while (true) {
          fabric.await(Long.MAX_VALUE);
        }
      }
      Contract.RANDOM.run(fabric, 7);
      new Collectives(fabric).barrier();
      gap.sendControl(1, new byte[0]);
      outlive(fabric);
    } catch (RankLostException e) {
      say("rank %d: %s".formatted(fabric.rank(), e.getMessage()));
      fabric.close();
      System.exit(3);
    } catch (RuntimeException | AssertionError e) {
      e.printStackTrace();
      fabric.fail(String.valueOf(e.getMessage()));
      System.exit(1);
    }
  }

  /** Waits until home is gone, and ends properly then. */
  private static void outlive(JoinedFabric fabric) {
    try {
      while (true) {
        fabric.await(Long.MAX_VALUE);
      }
    } catch (RankLostException e) {
      fabric.close();
    }
  }

  /** Prints a line at once, because other ranks may print at the same time. */
  private static void say(String line) {
    System.out.print(line + "\n");
  }
}

package io.strait.transport.fabric;

import java.nio.file.Path;

/**
 * A process that is a rank of an MPI job and of a run with several. Arguments: folder of the
 * certificates, port of the hub, first rank of the job, and what to do: a {@link Contract}, or
 * {@code DIE}, at which the last rank of all halts while the others wait.
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
      Contract.valueOf(args[3]).run(fabric, 7);
      new Collectives(fabric).barrier();
    } catch (RankLostException e) {
      say("rank %d: %s".formatted(fabric.rank(), e.getMessage()));
      fabric.close();
      System.exit(3);
    } catch (RuntimeException | AssertionError e) {
      e.printStackTrace();
      fabric.fail(String.valueOf(e.getMessage()));
      System.exit(1);
    }
    fabric.close();
    say("rank %d of %d holds it".formatted(fabric.rank(), fabric.size()));
  }

  /** Says a line in one piece, since others may say something at the same time. */
  private static void say(String line) {
    System.out.print(line + "\n");
  }
}

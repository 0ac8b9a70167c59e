package io.strait.transport.fabric;

/** A process that is one rank of an MPI job and runs the contract that its arguments name. */
final class ContractRank {
  private ContractRank() {}

  public static void main(String[] args) {
    var fabric = new MpiFabric();
    long seed = Long.parseLong(args[0]);
    try {
      for (int i = 1; i < args.length; i++) {
        if (args[i].equals("FAIL")) {
          fail(fabric);
        } else {
          Contract.valueOf(args[i]).run(fabric, seed);
        }
      }
    } catch (RuntimeException | AssertionError e) {
      e.printStackTrace();
      fabric.fail(String.valueOf(e.getMessage()));
    }
    fabric.close();
    System.out.print(
        "rank %d of %d holds it over %s\n"
            .formatted(fabric.rank(), fabric.size(), fabric.library()));
  }

  /** The last rank fails while all others wait. */
  private static void fail(Fabric fabric) {
    if (fabric.rank() == fabric.size() - 1) {
      throw new IllegalStateException("out of luck");
    }
    new Collectives(fabric).barrier();
  }
}

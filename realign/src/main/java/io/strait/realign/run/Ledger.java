package io.strait.realign.run;

/**
 * Who has got what already, where a run goes on after a cut. Steps are numbered through all
 * repetitions.
 */
interface Ledger {
  /** A run that begins, and keeps nothing. */
  Ledger NONE =
      new Ledger() {
        @Override
        public boolean isEmpty() {
          return true;
        }

        @Override
        public boolean has(int step, int sourceBlock) {
          return false;
        }

        @Override
        public boolean peerHas(int step, int rank) {
          return false;
        }

        @Override
        public void arrived(int step, int sourceBlock) {}
      };

  /** Whether this rank had nothing. */
  boolean isEmpty();

  /** Whether this rank had what a block sends it in a step. */
  boolean has(int step, int sourceBlock);

  /** Whether another rank had what this one sends it in a step. */
  boolean peerHas(int step, int rank);

  /** Everything of a block has come, and lies where it belongs. */
  void arrived(int step, int sourceBlock);
}

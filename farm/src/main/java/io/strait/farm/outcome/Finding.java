package io.strait.farm.outcome;

import io.strait.farm.file.ClusterPlan;

/** What a rehearsal or a run found of one phase. */
public interface Finding {
  /** What is not known. */
  Finding NONE =
      new Finding() {
        @Override
        public double seconds() {
          return Double.NaN;
        }

        @Override
        public Figures total() {
          return Figures.NONE;
        }

        @Override
        public Figures cluster(ClusterPlan cluster) {
          return Figures.NONE;
        }
      };

  /** How long the phase took, by the run's clock. */
  double seconds();

  /** Of all clusters together. */
  Figures total();

  Figures cluster(ClusterPlan cluster);
}

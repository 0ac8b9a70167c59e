package io.strait.program.simulate;

/** Gets to know what takes time in a simulated program. */
public interface FlowTimings {
  /** Tells nobody. */
  FlowTimings NONE =
      new FlowTimings() {
        @Override
        public void computed(int part, int unit, double start, double end) {}

        @Override
        public void transferred(int server, double start, double end) {}
      };

  /**
   * A part of a calculation worked without waiting for data.
   *
   * @param part see {@link FlowModel#partName}
   * @param unit which it worked for; for work by the clock, how often it was done before
   */
  void computed(int part, int unit, double start, double end);

  /**
   * A network card or a gap was busy with a transfer.
   *
   * @param server see {@link FlowModel#serverName}
   */
  void transferred(int server, double start, double end);
}

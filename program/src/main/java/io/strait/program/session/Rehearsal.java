package io.strait.program.session;

import io.strait.kind.file.Inputs;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan.Candidate;

/** What a simulation says of a candidate. */
final class Rehearsal {
  private Rehearsal() {}

  static double secondsPerUnit(Inputs<ProgramApp> inputs, Candidate plan) {
    return Double.NaN;
  }
}

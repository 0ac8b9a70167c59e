package io.strait.program.session;

import io.strait.kind.rank.RankComparison;
import io.strait.model.text.Tree;
import io.strait.program.outcome.ProgramSummary;
import io.strait.program.show.ProgramRunText;
import io.strait.view.Table;

/** Predicted, simulated and measured, candidate by candidate. */
record ProgramComparison(ProgramSummary summary) implements RankComparison {
  @Override
  public String verdict() {
    return ProgramRunText.verdict(summary);
  }

  @Override
  public Table table() {
    return ProgramRunText.table(summary);
  }

  @Override
  public Tree json() {
    return summary.json(verdict());
  }
}

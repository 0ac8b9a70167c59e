package io.strait.stencil.report;

import io.strait.stencil.outcome.RankTimes;
import io.strait.stencil.outcome.StrategyOutcome;
import io.strait.stencil.plan.Decomposition;

/** A strategy that was run, what its ranks did when, and who of them computes what. */
record StrategyRanks(StrategyOutcome outcome, RankTimes times, Decomposition decomposition) {}

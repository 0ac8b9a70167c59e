package io.strait.program.schedule;

import io.strait.program.plan.Evaluation;
import io.strait.program.plan.Placement;
import java.util.List;

/** Stand-in. */
public record Schedule(
    Placement placement,
    List<List<Integer>> levels,
    Evaluation evaluation,
    double rateBound,
    boolean isExact) {}

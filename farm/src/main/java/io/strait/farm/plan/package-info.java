/**
 * Planning a farm: where the master goes, which workers, how many results to combine.
 *
 * <p>{@link io.strait.farm.plan.FarmNetwork} is the grid as flat arrays. {@link
 * io.strait.farm.plan.RateSolver} finds the highest rate for one master, one set of workers and one
 * set of aggregations, with the cut that proves it; it is a maximum flow ({@link
 * io.strait.farm.plan.FlowNetwork}; {@link io.strait.farm.plan.RootFlows} finds many of them to one
 * root). {@link io.strait.farm.plan.MasterSearch} finds the best master over all hosts, {@link
 * io.strait.farm.plan.WorkerSelection} workers that keep a target efficiency, {@link
 * io.strait.farm.plan.WorkerFill} the fewest, {@link io.strait.farm.plan.MoneyFill} those for money
 * (by {@link io.strait.farm.plan.MoneySearch}), {@link io.strait.farm.plan.Aggregation} how many
 * results to combine. {@link io.strait.farm.plan.FarmPlanner} leads through the phases of tuning;
 * {@link io.strait.farm.plan.PaperGreedy} is placement's own algorithm, for comparison.
 *
 * <p>Must not know: files, terminals, running.
 */
@NullMarked
package io.strait.farm.plan;

import org.jspecify.annotations.NullMarked;

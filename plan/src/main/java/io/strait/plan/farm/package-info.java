/**
 * Planning a farm: where the master goes, which workers, how many results to combine.
 *
 * <p>{@link io.strait.plan.farm.FarmNetwork} is the grid as flat arrays. {@link
 * io.strait.plan.farm.RateSolver} finds the highest rate for one master, one set of workers and one
 * set of aggregations, with the cut that proves it; it is a maximum flow ({@link
 * io.strait.plan.farm.FlowNetwork}; {@link io.strait.plan.farm.RootFlows} finds many of them to one
 * root). {@link io.strait.plan.farm.MasterSearch} finds the best master over all hosts, {@link
 * io.strait.plan.farm.WorkerSelection} workers that keep a target efficiency, {@link
 * io.strait.plan.farm.WorkerFill} workers one by one for the other objectives, {@link
 * io.strait.plan.farm.Aggregation} how many results to combine. {@link
 * io.strait.plan.farm.FarmPlanner} leads through the phases of tuning; {@link
 * io.strait.plan.farm.PaperGreedy} is placement's own algorithm, for comparison.
 *
 * <p>Must not know: files, terminals, running.
 */
@NullMarked
package io.strait.plan.farm;

import org.jspecify.annotations.NullMarked;

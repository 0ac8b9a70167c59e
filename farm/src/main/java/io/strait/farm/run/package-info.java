/**
 * The farm's state machines in real life: {@link io.strait.farm.run.Loop} drives one with a thread,
 * {@link io.strait.farm.run.MasterNode}, {@link io.strait.farm.run.GatewayNode} and {@link
 * io.strait.farm.run.WorkerNode} give it disk, links and a clock. Links go through the network
 * ({@code run.wire}) or, between nodes of the same process, through {@link
 * io.strait.farm.run.LocalNet}.
 *
 * <h2>The folder of a run</h2>
 *
 * <ul>
 *   <li>{@code plan.yaml}: the plan, with grid and app; {@code inputs/}: the files that the app
 *       names. Together they are all that resuming needs.
 *   <li>{@code run.json}: the run's name, its options, and when it began.
 *   <li>{@code journal/}: what was accepted, in the format of {@code run.store} with the records of
 *       {@link io.strait.farm.protocol.Journal}.
 *   <li>{@code log.jsonl}: what happened, one JSON object to a line: time, level, node, event.
 *   <li>{@code control.json}: port and secret of the running master, for {@code strait status} and
 *       {@code strait stop}; readable by its owner only.
 *   <li>{@code summary.json}, and {@code result} or {@code results/}: how it ended and what came
 *       out.
 * </ul>
 */
@NullMarked
package io.strait.farm.run;

import org.jspecify.annotations.NullMarked;

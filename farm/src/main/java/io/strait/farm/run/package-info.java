/**
 * The farm's state machines in real life: {@link io.strait.farm.run.Loop} drives one with a thread,
 * {@link io.strait.farm.run.MasterNode}, {@link io.strait.farm.run.GatewayNode} and {@link
 * io.strait.farm.run.WorkerNode} give it disk, links and a clock. Links go through the network
 * ({@code farm.wire}) or, between nodes of one process, through {@link
 * io.strait.farm.run.LocalNet}.
 *
 * <p>{@link io.strait.farm.run.FarmRun} is a master with its folder. {@link
 * io.strait.farm.run.FarmNodes} are the gateways and workers that a run starts itself: {@link
 * io.strait.farm.run.EmbeddedNodes} as threads, {@link io.strait.farm.run.ProcessNodes} as
 * processes, {@link io.strait.farm.run.ExternalNodes} where others start them. {@link
 * io.strait.farm.run.FarmEmulation} slows hosts and networks down to those of a plan; {@code
 * DelayedInbox} does so for the master, and {@code EmulationLag} notices when this machine cannot
 * keep up. {@link io.strait.farm.run.FarmStatus} is how a run stands, {@code Roster} knows who is
 * connected below gateways, {@code Troubles} what nodes warned of last, {@code EventsFile} and
 * {@link io.strait.farm.run.FarmLog} write down what happens.
 *
 * <h2>The folder of a run</h2>
 *
 * <ul>
 *   <li>{@code plan.yaml}: the plan, with grid and app; {@code inputs/}: the files that the app
 *       names. Together they are all that resuming needs.
 *   <li>{@code run.json}: the run's name, its options, and when it began.
 *   <li>{@code journal/}: what was accepted, in the format of {@code transport.store} with the
 *       records of {@link io.strait.farm.journal.Journal}.
 *   <li>{@code log.jsonl}: what happened, one JSON object to a line: time, level, node, event.
 *   <li>{@code control.json}: port and secret of the running master, for {@code strait status} and
 *       {@code strait stop}; readable by its owner only.
 *   <li>{@code summary.json}, and {@code result} or {@code results/}: how it ended and what came
 *       out.
 * </ul>
 *
 * <p>Must not know: command lines, tables, terminals.
 */
@NullMarked
package io.strait.farm.run;

import org.jspecify.annotations.NullMarked;

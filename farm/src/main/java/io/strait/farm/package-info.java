/**
 * Task farms as a kind of application: {@link io.strait.farm.FarmKind} is what commands know, and
 * the rest of this package turns options into settings and starts nodes.
 *
 * <p>{@code FarmOptions} reads the options of planning, {@code RehearsalOptions} those of {@code
 * strait simulate} and {@code CsvFile} the traces that they name; {@code FarmRehearsal} simulates a
 * plan. {@code GatewayProcess} and {@code WorkerProcess} are {@code strait gateway} and {@code
 * strait worker}. The verbs have packages of their own: {@code file}, {@code law}, {@code plan},
 * {@code planning}, {@code simulate}, {@code rehearsal}, {@code task}, {@code protocol}, {@code
 * wire}, {@code run}, {@code job}, {@code progress}, {@code outcome}, {@code report}, {@code
 * trace}, {@code measure}.
 *
 * <p>Must not know: other kinds, and how a command line is parsed.
 */
@NullMarked
package io.strait.farm;

import org.jspecify.annotations.NullMarked;

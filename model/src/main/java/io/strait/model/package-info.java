/**
 * The nouns of Strait: grid, app and plan, as immutable records.
 *
 * <p>A {@link io.strait.model.Grid} is clusters of hosts on LANs, joined by links. An {@link
 * io.strait.model.App} is what is to be run; {@link io.strait.farm.file.FarmApp} is a task farm. A
 * {@link io.strait.farm.file.FarmPlan} is what the planner answers: phases, each with one {@link
 * io.strait.farm.file.ClusterPlan} per cluster.
 *
 * <p>Must not know: files and their formats ({@code model.text}), planning, running.
 */
@NullMarked
package io.strait.model;

import org.jspecify.annotations.NullMarked;

/**
 * What every kind of application shares when a plan is run.
 *
 * <p>A {@link io.strait.kind.run.Job} is a plan that is about to run, {@link
 * io.strait.kind.run.RunSettings} says how, and {@link io.strait.kind.run.RunFolder} is where it
 * leaves its files. While a master runs, {@link io.strait.kind.run.Control} answers {@code strait
 * status} and {@code strait stop}, {@link io.strait.kind.run.ExitHook} lets the process end in
 * order, and {@link io.strait.kind.run.InterruptQuestion} asks before Ctrl-C does so. {@link
 * io.strait.kind.run.NodeCommand} is a command that joins runs from elsewhere.
 *
 * <h2>The folder of a run</h2>
 *
 * <p>{@code plan.yaml} is the plan, {@code inputs/} the files that the app names, {@code run.json}
 * the run's name, app, beginning and steps: these are what {@code --resume} needs, besides what the
 * kind itself keeps. {@code control.json} is there while a master runs: its port, secret and
 * process. {@code summary.json} is there once the run is complete. Small JSON files hold texts
 * only, one entry to a line, and are written whole or not at all.
 *
 * <p>The package knows no kind of application.
 */
@NullMarked
package io.strait.kind.run;

import org.jspecify.annotations.NullMarked;

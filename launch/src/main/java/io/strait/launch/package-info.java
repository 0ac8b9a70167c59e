/**
 * Starts processes of this program on this machine.
 *
 * <p>{@link io.strait.launch.Launcher} is the command that starts the program once more. {@link
 * io.strait.launch.RankProcesses} starts the ranks of a run, as an MPI job per cluster or one by
 * one, and ends them. {@link io.strait.launch.LocalCertificates} is the private authority that lets
 * such processes join.
 *
 * <p>Tokens are passed in the environment, because every user of a host can see command lines. What
 * a process prints goes to a file below {@code logs} in the run's folder.
 *
 * <p>Must not know: kinds of application, plans, what the processes compute.
 */
@NullMarked
package io.strait.launch;

import org.jspecify.annotations.NullMarked;

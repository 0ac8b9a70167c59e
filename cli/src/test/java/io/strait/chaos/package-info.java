/**
 * Farms of real processes in real trouble. A master, gateways and workers run as processes of their
 * own and talk over TLS with join tokens, through a {@link io.strait.chaos.Proxy} for every
 * connection. {@link io.strait.chaos.ChaosTest} lets a seed decide what is killed, cut, stalled and
 * started again, and then wants the exact result; {@link io.strait.chaos.Outage} cuts a cluster off
 * and wants no work to be wasted.
 *
 * <p>{@code -Dstrait.chaos-seed=N} replays one seed, {@code -Dstrait.chaos-seeds=N} tries so many.
 * A seed decides what happens and when, not how the processes are scheduled meanwhile, so a rare
 * failure may need several replays: {@code -Dstrait.chaos-repeat=N}. What all processes said, the
 * schedule and the run's folder are kept in {@code target/chaos} when a seed fails.
 *
 * <p>{@link io.strait.chaos.Jvm} makes processes start fast, {@link io.strait.chaos.Member} is one
 * that can be killed and started again, {@link io.strait.chaos.Site} has what they share.
 */
@NullMarked
package io.strait.chaos;

import org.jspecify.annotations.NullMarked;

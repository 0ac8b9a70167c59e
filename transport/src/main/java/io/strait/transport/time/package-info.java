/**
 * Time and waiting: one clock, one timer, and the few ways in which a thread waits.
 *
 * <ul>
 *   <li>{@link io.strait.transport.time.NanoClock} tells the time and sleeps. Code that paces
 *       itself takes one, so that tests can count time instead of waiting for it.
 *   <li>{@link io.strait.transport.time.Timer} runs actions when they are due.
 *   <li>{@link io.strait.transport.time.PreciseWait} waits until a time, to a few microseconds.
 *   <li>{@link io.strait.transport.time.Sleeper} waits until another thread wakes it, or until a
 *       time.
 *   <li>{@link io.strait.transport.time.Backoff} waits for something that has to be polled.
 *   <li>{@link io.strait.transport.time.Hiccups} tells how much of the time this machine made
 *       threads wait.
 * </ul>
 *
 * <p>Sleeper, PreciseWait and Backoff stay apart because the order in which they spin, yield and
 * park decides the latency of a message. None of them allocates while waiting. All times are those
 * of {@link java.lang.System#nanoTime}.
 *
 * <p>Must not know: messages, ranks, networks.
 */
@NullMarked
package io.strait.transport.time;

import org.jspecify.annotations.NullMarked;

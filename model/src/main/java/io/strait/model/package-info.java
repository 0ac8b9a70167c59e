/**
 * The nouns of Strait, as immutable records.
 *
 * <p>A {@link io.strait.model.Grid} is {@link io.strait.model.Cluster}s of hosts ({@link
 * io.strait.model.HostGroup}) on LANs, joined by {@link io.strait.model.Link}s. {@link
 * io.strait.model.Routes} finds the way between clusters. An {@link io.strait.model.App} is what is
 * run; every kind of application has its own record. {@link io.strait.model.PlanException} and
 * {@link io.strait.model.UsageException} report what cannot be planned and what was asked wrongly.
 *
 * <p>Must not know: files and their formats ({@code model.text}), kinds of application, planning,
 * running.
 */
@NullMarked
package io.strait.model;

import org.jspecify.annotations.NullMarked;

/**
 * How well and how fast realignments are mapped: {@link io.strait.bench.realign.SameBench} has one
 * numbering for both sides, beside the static mapping of {@link io.strait.bench.realign.Scotch}.
 */
@NullMarked
package io.strait.bench.realign;

import org.jspecify.annotations.NullMarked;

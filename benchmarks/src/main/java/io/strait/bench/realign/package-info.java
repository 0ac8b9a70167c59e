/**
 * How fast and how well arrays are realigned. {@link io.strait.bench.realign.RealignBench} leads
 * through the parts: {@link io.strait.bench.realign.MappingBench} places blocks beside {@link
 * io.strait.bench.realign.AssignmentPeer}, which is JGraphT on the same problem; {@link
 * io.strait.bench.realign.SameBench} has one numbering for both sides, beside the static mapping of
 * {@link io.strait.bench.realign.Scotch}.
 */
@NullMarked
package io.strait.bench.realign;

import org.jspecify.annotations.NullMarked;

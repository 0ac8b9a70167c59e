/**
 * Measuring a link, beside iperf3, qperf, irtt and ping: {@link io.strait.bench.link.LinkBench}
 * runs them in turn, {@link io.strait.bench.link.OurProbe} is our other end as a process, and
 * {@link io.strait.bench.link.LinkPeers} starts theirs.
 */
@NullMarked
package io.strait.bench.link;

import org.jspecify.annotations.NullMarked;

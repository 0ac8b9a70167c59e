/** Runs at real Slurm clusters of this machine, beside what Slurm does alone. */
@NullMarked
package io.strait.bench.sites;

import org.jspecify.annotations.NullMarked;

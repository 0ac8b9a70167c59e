/**
 * What a lab makes of a grid file: {@link io.strait.bench.lab.LabBench} measures every kind of
 * network with {@link io.strait.bench.lab.LabProbes}, which are programs of others.
 */
@NullMarked
package io.strait.bench.lab;

import org.jspecify.annotations.NullMarked;

/**
 * How true promises are: random cases as users may write them, each planned, simulated and
 * measured.
 */
@NullMarked
package io.strait.bench.truth;

import org.jspecify.annotations.NullMarked;

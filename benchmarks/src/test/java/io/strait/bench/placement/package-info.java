@NullMarked
package io.strait.bench.placement;

import org.jspecify.annotations.NullMarked;

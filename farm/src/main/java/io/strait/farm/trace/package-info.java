/** io.strait.farm.trace. */
@NullMarked
package io.strait.farm.trace;

import org.jspecify.annotations.NullMarked;

/** io.strait.farm.wire. */
@NullMarked
package io.strait.farm.wire;

import org.jspecify.annotations.NullMarked;

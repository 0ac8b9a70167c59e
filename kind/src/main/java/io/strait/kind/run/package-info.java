/** io.strait.kind.run. */
@NullMarked
package io.strait.kind.run;

import org.jspecify.annotations.NullMarked;

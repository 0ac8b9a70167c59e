/** Executing for real. */
@NullMarked
package io.strait.run;

import org.jspecify.annotations.NullMarked;

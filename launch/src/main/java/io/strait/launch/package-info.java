/** io.strait.launch. */
@NullMarked
package io.strait.launch;

import org.jspecify.annotations.NullMarked;

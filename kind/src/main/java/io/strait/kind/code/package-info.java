/** io.strait.kind.code. */
@NullMarked
package io.strait.kind.code;

import org.jspecify.annotations.NullMarked;

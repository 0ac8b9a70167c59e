/** io.strait.kind.file. */
@NullMarked
package io.strait.kind.file;

import org.jspecify.annotations.NullMarked;

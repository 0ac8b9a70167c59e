/** io.strait.stencil.file. */
@NullMarked
package io.strait.stencil.file;

import org.jspecify.annotations.NullMarked;

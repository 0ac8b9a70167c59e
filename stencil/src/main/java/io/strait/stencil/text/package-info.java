/** io.strait.stencil.text. */
@NullMarked
package io.strait.stencil.text;

import org.jspecify.annotations.NullMarked;

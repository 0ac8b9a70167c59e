/** io.strait.stencil.law. */
@NullMarked
package io.strait.stencil.law;

import org.jspecify.annotations.NullMarked;

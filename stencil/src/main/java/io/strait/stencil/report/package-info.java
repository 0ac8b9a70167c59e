/** io.strait.stencil.report. */
@NullMarked
package io.strait.stencil.report;

import org.jspecify.annotations.NullMarked;

/** io.strait.kind.report. */
@NullMarked
package io.strait.kind.report;

import org.jspecify.annotations.NullMarked;

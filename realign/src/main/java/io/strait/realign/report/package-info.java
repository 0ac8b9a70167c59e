/** io.strait.realign.report. */
@NullMarked
package io.strait.realign.report;

import org.jspecify.annotations.NullMarked;

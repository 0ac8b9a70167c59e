/** io.strait.view.gantt. */
@NullMarked
package io.strait.view.gantt;

import org.jspecify.annotations.NullMarked;

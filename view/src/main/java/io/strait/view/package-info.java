/** io.strait.view. */
@NullMarked
package io.strait.view;

import org.jspecify.annotations.NullMarked;

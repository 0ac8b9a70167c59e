/** io.strait.view.page. */
@NullMarked
package io.strait.view.page;

import org.jspecify.annotations.NullMarked;

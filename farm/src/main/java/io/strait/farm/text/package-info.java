/** io.strait.farm.text. */
@NullMarked
package io.strait.farm.text;

import org.jspecify.annotations.NullMarked;

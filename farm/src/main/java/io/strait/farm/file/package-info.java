/** io.strait.farm.file. */
@NullMarked
package io.strait.farm.file;

import org.jspecify.annotations.NullMarked;

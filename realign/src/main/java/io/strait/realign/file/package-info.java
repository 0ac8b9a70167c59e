/** io.strait.realign.file. */
@NullMarked
package io.strait.realign.file;

import org.jspecify.annotations.NullMarked;

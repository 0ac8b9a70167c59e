/** io.strait.realign.text. */
@NullMarked
package io.strait.realign.text;

import org.jspecify.annotations.NullMarked;

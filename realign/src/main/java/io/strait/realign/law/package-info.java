/** io.strait.realign.law. */
@NullMarked
package io.strait.realign.law;

import org.jspecify.annotations.NullMarked;

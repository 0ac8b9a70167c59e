/** Executing for real. */
@NullMarked
package io.strait.transport;

import org.jspecify.annotations.NullMarked;

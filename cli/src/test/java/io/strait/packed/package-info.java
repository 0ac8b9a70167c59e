/** How the tests have their processes start fast. */
@NullMarked
package io.strait.packed;

import org.jspecify.annotations.NullMarked;

/** io.strait.farm.session. */
@NullMarked
package io.strait.farm.session;

import org.jspecify.annotations.NullMarked;

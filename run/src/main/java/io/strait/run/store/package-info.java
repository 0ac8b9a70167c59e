/**
 * Keeping records safe: the master's journal and a gateway's spool.
 *
 * <p>Must not know: what the records mean.
 */
@NullMarked
package io.strait.run.store;

import org.jspecify.annotations.NullMarked;

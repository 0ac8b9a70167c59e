/**
 * The events of a run as views read them: {@link io.strait.farm.event.EventLines} goes through the
 * lines that docs/run-folder.md specifies, {@link io.strait.farm.event.CrewOrder} and {@link
 * io.strait.farm.event.FailureText} are what some of them say.
 *
 * <p>Must not know: what is made of them.
 */
@NullMarked
package io.strait.farm.event;

import org.jspecify.annotations.NullMarked;

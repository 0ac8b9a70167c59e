/**
 * The equations of paper porting that more than one module uses, as pure functions: {@link
 * io.strait.model.law.Element} has (1) to (8), {@link io.strait.model.law.MessageLaw} (9) to (19).
 * {@link io.strait.model.law.TcpLaw} says what a connection carries under loss. Bare numbers in
 * seconds, bytes and bytes per second.
 *
 * <p>Must not know: files, grids, kinds of application.
 */
@NullMarked
package io.strait.model.law;

import org.jspecify.annotations.NullMarked;

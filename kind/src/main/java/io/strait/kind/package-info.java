/**
 * What every kind of application offers and shares. {@link io.strait.kind.Kind} is all that
 * commands know of one, {@link io.strait.kind.Verb} names the commands whose options it may extend,
 * and {@link io.strait.kind.run.Version} says what was built.
 *
 * <p>Must not know: any one kind, how a command line is parsed.
 */
@NullMarked
package io.strait.kind;

import org.jspecify.annotations.NullMarked;

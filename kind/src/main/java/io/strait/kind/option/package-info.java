/**
 * Options that kinds of application add to commands.
 *
 * <p>A kind declares {@link io.strait.kind.option.Option}s; the command line parses them and hands
 * back {@link io.strait.kind.option.Options}, whose methods read typed values.
 *
 * <p>Must not know: any one kind, the library that parses the command line.
 */
@NullMarked
package io.strait.kind.option;

import org.jspecify.annotations.NullMarked;

/**
 * Realignments, one of the kinds of application: an array that is distributed in one way and needed
 * in another.
 *
 * <p>{@link io.strait.realign.RealignKind} is what commands know; the packages below are named by
 * what they do. The module knows no other kind and no command.
 */
@NullMarked
package io.strait.realign;

import org.jspecify.annotations.NullMarked;

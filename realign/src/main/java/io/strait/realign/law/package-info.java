/**
 * The closed forms of paper <em>realign</em>: {@link io.strait.realign.law.Realign} says where
 * blocks of an array go when it is realigned. The package knows only numbers.
 */
@NullMarked
package io.strait.realign.law;

import org.jspecify.annotations.NullMarked;

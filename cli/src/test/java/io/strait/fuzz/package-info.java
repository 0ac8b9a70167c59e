/**
 * Fuzzing: inputs that nobody would think of, for everything that reads what others wrote. Jazzer
 * makes them out of good ones, guided by what they reach in our code.
 *
 * <p>A target is a class of the test sources of this module, in any package, whose name ends in
 * {@code Fuzz}. {@code GridFuzz} is called {@code grid}. It has up to three methods:
 *
 * <ul>
 *   <li>{@code public static void fuzzerTestOneInput(byte[] input)} reads the input and catches the
 *       exceptions by which the reader refuses it. Whatever else is thrown, or takes ten seconds,
 *       is a bug. What was read should be written and read back, and throw an error where it
 *       differs.
 *   <li>{@code static List<byte[]> seeds()}, which may be left out: good inputs to start from.
 *   <li>{@code static List<String> words()}, which may be left out: words of the language.
 * </ul>
 *
 * <p>The folder {@code src/test/fuzz/NAME} keeps inputs that once were bugs. {@link
 * io.strait.fuzz.FuzzTest} reads them and the seeds again in every build, and then lets Jazzer look
 * for a few seconds, always with the same random numbers; {@code tools/fuzz} looks for as long as
 * you like.
 */
@NullMarked
package io.strait.fuzz;

import org.jspecify.annotations.NullMarked;

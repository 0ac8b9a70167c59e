/**
 * The command line: {@link io.strait.cli.Main} and one class per command, which reads files, asks
 * the modules below and prints text or JSON.
 *
 * <p>Text and JSON go to standard output; progress, warnings and errors to standard error. Exit
 * codes: 0 done, 1 the work failed, 2 the input or usage is wrong. Nothing here computes: whatever
 * could be asked by another front end belongs below.
 */
@NullMarked
package io.strait.cli;

import org.jspecify.annotations.NullMarked;

/**
 * Files of {@code kind: program}: {@link io.strait.program.file.ProgramApp} is an app file, with
 * its {@link io.strait.program.file.Calculation}s and {@link io.strait.program.file.DataEdge}s.
 * {@link io.strait.program.file.ProgramFile} reads and writes them, {@link
 * io.strait.program.file.DataFlow} knows in which order calculations wait for each other. The
 * package plans nothing.
 */
@NullMarked
package io.strait.program.file;

import org.jspecify.annotations.NullMarked;

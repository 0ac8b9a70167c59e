/**
 * The files that all kinds of application share.
 *
 * <p>{@link io.strait.kind.file.AppFile} reads the kind of an app file, and {@link
 * io.strait.kind.file.Inputs} are a grid and an app that fit each other. A kind implements {@link
 * io.strait.kind.file.FileFormat}, and {@link io.strait.kind.file.PlanFile} then reads and writes
 * its plan files. {@link io.strait.kind.file.RunFile} is {@code run.yaml}.
 *
 * <p>A plan file is a YAML mapping with {@code plan} (a name), {@code grid} and {@code app} (as in
 * their own files), and the plan itself under the name of its kind.
 *
 * <p>Must not know: any one kind, planning, running, terminals.
 */
@NullMarked
package io.strait.kind.file;

import org.jspecify.annotations.NullMarked;

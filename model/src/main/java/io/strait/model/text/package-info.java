/**
 * Files that users write and read: YAML (JSON is read too), and trees to print.
 *
 * <p>A {@link io.strait.model.text.Document} is a file as a tree of {@link
 * io.strait.model.text.Node}s that know their line and column. {@link io.strait.model.text.Fields}
 * reads typed values from it. {@link io.strait.model.text.GridFile} reads a grid, and {@link
 * io.strait.model.text.GridTree} writes one. {@link io.strait.model.text.DocumentEdit} changes one
 * value of a document by its path, for questions of the kind "what if"; {@link
 * io.strait.model.text.TextEdit} and {@link io.strait.model.text.NodeEdit} change a file in place.
 * A {@link io.strait.model.text.Tree} prints as JSON or YAML. {@link
 * io.strait.model.text.Printable} makes texts of others fit to be shown. All errors are {@link
 * io.strait.model.text.InputException}s with the message {@code file:line:column: what is wrong,
 * what was expected}.
 *
 * <p>Inputs are bounded: files of at most 64 MiB, 32 levels deep, no anchors, aliases or tags, ten
 * million hosts. The formats are published as JSON Schema under {@code docs/schema}.
 *
 * <p>Must not know: kinds of application, planning, running.
 */
@NullMarked
package io.strait.model.text;

import org.jspecify.annotations.NullMarked;

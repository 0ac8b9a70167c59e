/**
 * The files a user writes and reads: grid, app and plan as YAML (JSON is read too), plans as JSON.
 *
 * <p>A {@link io.strait.model.text.Document} is a file as a tree of {@link
 * io.strait.model.text.Node}s that know their line and column. {@link
 * io.strait.model.text.GridFile}, {@link io.strait.farm.file.AppFile} and {@link
 * io.strait.farm.file.PlanFile} turn documents into records and back; {@link
 * io.strait.model.text.DocumentEdit} changes one value of a document by its path, for questions of
 * the kind "what if". Whatever is wrong ends as one {@link io.strait.model.text.InputException}
 * whose message reads {@code file:line:column: what is wrong, what was expected}.
 *
 * <p>Inputs are bounded: files of at most 64 MiB, 32 levels deep, no anchors, aliases or tags, ten
 * million hosts. The formats are published as JSON Schema under {@code docs/schema}.
 *
 * <p>Must not know: planning, running.
 */
@NullMarked
package io.strait.model.text;

import org.jspecify.annotations.NullMarked;

/**
 * The commands under {@code strait import}: grids, hosts and links from what other tools know. Each
 * has its options, and prints or writes what the module {@code measure} makes of the files.
 *
 * <p>Must not know: other commands, kinds of application.
 */
@NullMarked
package io.strait.cli.imports;

import org.jspecify.annotations.NullMarked;

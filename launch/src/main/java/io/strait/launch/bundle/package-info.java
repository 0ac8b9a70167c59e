/**
 * Strait as one archive that needs no Java: a runtime with the modules that Strait uses, the jars,
 * a start script and examples. {@link io.strait.launch.bundle.Bundle} gathers them; {@link
 * io.strait.launch.bundle.TarWriter} writes the same bytes whenever it gets the same files.
 */
@NullMarked
package io.strait.launch.bundle;

import org.jspecify.annotations.NullMarked;

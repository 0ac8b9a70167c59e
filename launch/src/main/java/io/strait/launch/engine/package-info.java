/**
 * What starts processes at a site: Slurm, an engine that is described by its commands, or the shell
 * itself. {@link io.strait.launch.engine.Engine} is all that others know: it takes a script and how
 * often to run it, says what became of each, and ends them.
 */
@NullMarked
package io.strait.launch.engine;

import org.jspecify.annotations.NullMarked;

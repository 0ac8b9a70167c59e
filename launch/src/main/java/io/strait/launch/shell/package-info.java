/**
 * Shells where a run starts its processes: on this machine, or on another by the system's {@code
 * ssh}. {@link io.strait.launch.shell.Shell} is all that others know. Secrets go over standard
 * input, never as arguments.
 */
@NullMarked
package io.strait.launch.shell;

import org.jspecify.annotations.NullMarked;

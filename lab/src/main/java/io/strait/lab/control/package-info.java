/**
 * The relay process of a lab and how others talk to it.
 *
 * <p>{@link io.strait.lab.control.RelayProcess} is its life. {@link
 * io.strait.lab.control.LabServer} takes orders over a socket in the lab's folder, {@link
 * io.strait.lab.control.LabClient} gives them.
 *
 * <p>Must not know: command lines, kinds of application.
 */
@NullMarked
package io.strait.lab.control;

import org.jspecify.annotations.NullMarked;

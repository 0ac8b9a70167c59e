/**
 * The user code that an app file names under {@code run}, and what it is given.
 *
 * <p>{@link io.strait.kind.code.RunSection} reads and writes that section as a {@link
 * io.strait.kind.code.TaskCode}: a Java class, a command or a resident process. {@link
 * io.strait.kind.code.UserClass} creates an object of such a class, and {@link
 * io.strait.kind.code.Settings} are its settings; user code sees that class. {@link
 * io.strait.kind.code.Template} is a command line with placeholders.
 *
 * <p>Must not know: any one kind, how the code is executed.
 */
@NullMarked
package io.strait.kind.code;

import org.jspecify.annotations.NullMarked;

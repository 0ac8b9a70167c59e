/**
 * Runs as pages: {@link io.strait.serve.run.RunShelf} finds them, {@link
 * io.strait.serve.run.RunPages} answers for them, {@code WatchedRun} follows one that goes on for
 * all its {@code Viewer}s, {@code RunControl} changes it, and {@code LivePage} is what they see.
 *
 * <p>Must not know: what kinds of application there are.
 */
@NullMarked
package io.strait.serve.run;

import org.jspecify.annotations.NullMarked;

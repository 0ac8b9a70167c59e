/**
 * The live page: {@link io.strait.serve.LiveServer} serves runs ({@code run}) and plans ({@code
 * plan}) over {@code http}.
 *
 * <p>Must not know: commands, and any single kind of application.
 */
@NullMarked
package io.strait.serve;

import org.jspecify.annotations.NullMarked;

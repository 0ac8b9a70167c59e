package io.strait.kind.run;

import io.strait.transport.wire.Identity;
import io.strait.view.Console;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a process joins a run.
 *
 * @param identity to show the parent; null for plain text
 * @param name in the run
 * @param token or an empty text
 * @param patience how long to try to reach the parent
 * @param loader of the app's classes
 */
public record Joining(
    InetSocketAddress parent,
    @Nullable Identity identity,
    String name,
    String token,
    Duration patience,
    boolean verbose,
    ClassLoader loader,
    Console console) {}

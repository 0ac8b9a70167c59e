/**
 * What the nodes of a farm say to one another: {@link io.strait.farm.message.Message}, the sets of
 * tasks and the parts of a result that messages carry, the sessions that number them ({@link
 * io.strait.farm.message.Session}), and the queues where news for people wait for a session.
 *
 * <p>Must not know: who decides what to say (that is {@code farm.protocol}), bytes on a wire (that
 * is {@code farm.wire}), threads, sockets, files, real time.
 */
@NullMarked
package io.strait.farm.message;

import org.jspecify.annotations.NullMarked;

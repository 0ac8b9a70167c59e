/**
 * Keeping records safe: the master's journal and a gateway's spool. {@link
 * io.strait.transport.store.Log} is an append-only log in a folder; {@link
 * io.strait.transport.store.Disk} is what the state machines see of it.
 *
 * <h2>The files</h2>
 *
 * <p>A log is a folder (0700) of segments (0600) and a file {@code lock}, which holds the process
 * id of the log's owner and a lock of the operating system. A segment is named after its base, the
 * position of its first byte: 16 hexadecimal digits and {@code .log}. The position of a record is
 * the base of its segment plus its place in the file, so positions grow over the whole log. All
 * numbers are big-endian.
 *
 * <pre>
 * segment  8 bytes  "strait" 0 1     a log of Strait, version 1
 *          8 bytes  base             as in the file's name
 *          4 bytes  CRC-32C of the 16 bytes before
 *          then records without gaps:
 * record   4 bytes  length of the payload
 *          4 bytes  CRC-32C of the position (8 bytes), the length (4), the kind (1) and the payload
 *          1 byte   kind             the owner's business
 *          payload
 * </pre>
 *
 * <p>The checksum covers the position, so neither zeros nor a record from elsewhere look like a
 * record.
 *
 * <h2>What holds after a crash</h2>
 *
 * <p>Every group of records is forced to the medium before the owner is told, and before anything
 * of the next segment is written; the header of a segment is forced, and its folder too, before its
 * first record is written. So only the end of the last segment can be torn: the first record there
 * that is incomplete or has a wrong checksum, and all that follows, is cut off. A wrong byte in an
 * older segment is damage of the medium and is refused, with file and offset.
 *
 * <p>A segment whose records are all released is deleted when there is a newer file, so bases may
 * leave gaps, and positions go on where they were. Only on a full disk it is deleted even if it is
 * the newest.
 *
 * <p>Must not know: what the records mean.
 */
@NullMarked
package io.strait.transport.store;

import org.jspecify.annotations.NullMarked;

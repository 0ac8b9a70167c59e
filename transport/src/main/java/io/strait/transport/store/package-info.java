/**
 * Keeps records safe, such as a journal or a spool. {@link io.strait.transport.store.Log} is an
 * append-only log in a folder; {@link io.strait.transport.store.Disk} is what state machines see of
 * it.
 *
 * <h2>The files</h2>
 *
 * <p>A log is a folder (0700) of segments (0600) and a file {@code lock}. That file holds the
 * process id of the log's owner and is locked by it. A segment is named after its base, the
 * position of its first byte: 16 hexadecimal digits and {@code .log}. The position of a record is
 * the base of its segment plus its offset in the file, so positions grow over the whole log. A
 * segment starts where the one before it ends, or as much earlier as its header is long, or later.
 * All numbers are big-endian.
 *
 * <pre>
 * segment  8 bytes  "strait" 0 1     a log of Strait, version 1
 *          8 bytes  base             as in the file's name
 *          4 bytes  CRC-32C of the 16 bytes before
 *          then records without gaps:
 * record   4 bytes  length of the payload
 *          4 bytes  CRC-32C of the position (8 bytes), the length (4), the kind (1) and the payload
 *          1 byte   kind             for the owner to define
 *          payload
 * </pre>
 *
 * <p>The checksum covers the position, so neither zeros nor a record from another place pass for a
 * record.
 *
 * <h2>What holds after a crash</h2>
 *
 * <p>Every group of records is forced to disk before the owner is told, and before anything of the
 * next segment is written. The header of a segment and its folder are forced before its first
 * record is written. So only the end of the last segment can be torn. The first record there that
 * is incomplete or has a wrong checksum is cut off, with all that follows. A wrong byte in an older
 * segment means that the disk is damaged; it is refused, with file and offset.
 *
 * <p>A segment whose records are all released is deleted once there is a newer file. So there may
 * be gaps between bases, and positions continue after a restart. Only on a full disk the newest
 * file is deleted too: the record that does not fit there begins another segment, whose header
 * takes the last positions of the one before. Segments are smaller where the disk has little room.
 *
 * <p>Must not know: what the records mean.
 */
@NullMarked
package io.strait.transport.store;

import org.jspecify.annotations.NullMarked;

package io.strait.model;

import io.strait.model.quantity.Bandwidth;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Fraction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a message costs on a network besides its bytes, as in paper porting.
 *
 * @param setup the time before the first byte of a message (MSGSETUP)
 * @param block the bytes of a block, into which messages are cut (BLKSZ); zero for no blocks
 * @param blockSetup the time before each block (BLKSETUP)
 * @param bus the bytes per second that a host moves between an application and the network card
 *     (APBBW), from which the CPU share follows; {@link Bandwidth#UNLIMITED} if it is not known
 * @param cpu the share of the CPU that a transfer takes while it lasts; null if it follows from
 *     {@code bus}
 */
public record Messages(
    Duration setup, Bytes block, Duration blockSetup, Bandwidth bus, @Nullable Fraction cpu) {
  /** Messages cost nothing but their bytes. */
  public static final Messages FREE =
      new Messages(Duration.ZERO, Bytes.ZERO, Duration.ZERO, Bandwidth.UNLIMITED, null);
}

package io.strait.model.law;

/**
 * What messages cost between two applications, by paper porting, section 3. All times are in
 * seconds, sizes in bytes, bandwidths in bytes per second.
 *
 * <pre>
 * (11) RTEX = #MSG * (MSGSETUP + ceil(MSGZ/BLKSZ) * BLKSETUP + MSGZ/LLCBW)
 * (12) CPU% = (MSGSETUP + blocks*BLKSETUP + MSGZ/IOBBW) / (MSGSETUP + blocks*BLKSETUP + MSGZ/LLCBW)
 * (16) A2ABW = MSGZ / (MSGSETUP + MSGZ/ALCBW)
 * (18) RTEX = #MSG*MSGSETUP + DVOL/ALCBW
 * (19) CPU% = (MSGSETUP + MSGZ/APBBW) / (MSGSETUP + MSGZ/ALCBW)
 * </pre>
 *
 * <p>Without blocks, (11) is (18), (12) is (19) and (13) is (16).
 *
 * @param setup of a message (MSGSETUP)
 * @param block its bytes (BLKSZ); 0 for no blocks
 * @param blockSetup of a block (BLKSETUP)
 * @param bandwidth LLCBW where there are blocks, ALCBW where there are none; may be infinite
 * @param bus IOBBW or APBBW; may be infinite
 * @param cpu the CPU share where it is given; NaN where it follows from {@code bus}
 */
public record MessageLaw(
    double setup, double block, double blockSetup, double bandwidth, double bus, double cpu) {
  /** Messages cost nothing. */
  public static final MessageLaw FREE =
      new MessageLaw(0, 0, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN);

  /** The law of (16) to (19), without blocks. */
  public static MessageLaw simple(double setup, double bandwidth, double bus) {
    return new MessageLaw(setup, 0, 0, bandwidth, bus, Double.NaN);
  }

  /** porting (9): {@code MSGZ = DVOL / #MSG}. */
  public static double messageBytes(double volume, double messages) {
    return volume / messages;
  }

  /** porting (10): the blocks of a message, the last of which may not be full. */
  public double blocks(double bytes) {
    return block > 0 ? Math.ceil(bytes / block) : 0;
  }

  /** The time before bytes flow. */
  private double setup(double bytes) {
    return setup + blocks(bytes) * blockSetup;
  }

  /** The seconds of one message: porting (11) for one message. */
  public double seconds(double bytes) {
    return setup(bytes) + bytes / bandwidth;
  }

  /**
   * A volume sent in messages of a size: porting (11) and (12), or (18) and (19).
   *
   * @param message the bytes of a message; the last one may be shorter
   */
  public Element transfer(double volume, double message) {
    if (!(volume > 0)) {
      return Element.NOTHING;
    }
    double size = Math.min(message, volume);
    double whole = Math.floor(volume / size);
    double left = volume - whole * size;
    double seconds = whole * seconds(size) + (left > 0 ? seconds(left) : 0);
    double busy = whole * busy(size) + (left > 0 ? busy(left) : 0);
    return seconds > 0 ? new Element(seconds, Math.min(1, busy / seconds)) : Element.NOTHING;
  }

  /** The seconds in which the CPU is busy with one message. */
  private double busy(double bytes) {
    return Double.isNaN(cpu) ? setup(bytes) + bytes / bus : cpu * seconds(bytes);
  }

  /** porting (12), (19): the share of the CPU while a message of this size is under way. */
  public double cpuShare(double bytes) {
    double seconds = seconds(bytes);
    return seconds > 0 ? Math.min(1, busy(bytes) / seconds) : 0;
  }

  /** porting (13), (16): the bandwidth from application to application (A2ABW). */
  public double bandwidth(double bytes) {
    return bytes / seconds(bytes);
  }

  /** porting (14): the bandwidth of very long messages (ALCBW). */
  public double longBandwidth() {
    return 1 / ((block > 0 ? blockSetup / block : 0) + 1 / bandwidth);
  }

  /**
   * porting (17): the set-up time that follows from the bandwidth of messages of one size.
   *
   * @param measured A2ABW at that size
   * @param longBandwidth ALCBW
   */
  public static double setup(double bytes, double measured, double longBandwidth) {
    return bytes * (1 / measured - 1 / longBandwidth);
  }
}

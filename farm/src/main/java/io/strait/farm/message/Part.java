package io.strait.farm.message;

/**
 * Results on their way to the parent, whole.
 *
 * @param number of the part within its session
 * @param tasks exactly those that it covers
 */
public record Part(int number, Kind kind, IdSet tasks, byte[] payload) {
  /** What the payload is. */
  public enum Kind {
    /** The result of one task. */
    VALUE(0),
    /** Results of several tasks, added up. */
    PARTIAL(1),
    /** One task failed; the payload is the attempt (a byte) and says why, as text. */
    FAILED(2);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** How it is written. */
    public byte code() {
      return code;
    }

    /**
     * The kind that is written so.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Kind of(int code) {
      return switch (code) {
        case 0 -> VALUE;
        case 1 -> PARTIAL;
        case 2 -> FAILED;
        default -> throw new IllegalArgumentException("a part of unknown kind " + code);
      };
    }
  }
}

package io.strait.measure.link;

import io.strait.transport.wire.SocketTls;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The notices between the ends of a line, as the package comment specifies them. */
final class Protocol {
  static final long STREAM = 1;
  static final long ROUND_TRIP = 2;
  static final long END = 3;

  /** The two ends of a line. */
  enum Role {
    MEASURING(0),
    PROBE(1);

    private final long number;

    Role(long number) {
      this.number = number;
    }
  }

  private static final long MAGIC = 0x5374726169745052L; // "StraitPR"
  private static final long VERSION = 1;

  private Protocol() {}

  /** Makes sure that the other end is the other role, and speaks this version. */
  static void greet(Line line, Role own) throws IOException {
    Line.Notice heard;
    try {
      line.tell(new Line.Notice(MAGIC, VERSION, own.number));
      heard = line.hear();
    } catch (IOException e) {
      @Nullable String why = SocketTls.explain(e, "the other end");
      throw new LinkException(
          why != null
              ? why
              : "the other end closed the connection before it said what it is; maybe only one of"
                  + " both expects TLS");
    }
    if (heard.first() != MAGIC) {
      throw new LinkException(
          "the other end is not Strait's, or only one of both expects TLS; expected "
              + (own == Role.PROBE ? "strait measure link" : "strait probe"));
    }
    if (heard.second() != VERSION) {
      throw new LinkException(
          "the other end speaks version %d, expected %d: the one of this Strait"
              .formatted(heard.second(), VERSION));
    }
    if (heard.third() == own.number) {
      throw new LinkException(
          own == Role.PROBE
              ? "the other end is a probe too, expected strait measure link there"
              : "the other end measures too, expected strait probe there");
    }
  }
}

package io.strait.transport.wire;

import io.grpc.netty.shaded.io.netty.channel.ConnectTimeoutException;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.strait.model.text.Printable;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Turns the platform's exceptions into a sentence that tells why there is no connection. */
final class HandshakeFailure {
  private static final int DEEPEST = 20;

  /** How the platform's TLS and the native one name a received alert. */
  private static final Pattern ALERT =
      Pattern.compile("Received fatal alert: (\\w+)|(?:TLSV1|SSLV3)_ALERT_(\\w+)");

  private static final Pattern NO_CERTIFICATE =
      Pattern.compile("Empty client certificate chain|PEER_DID_NOT_RETURN_A_CERTIFICATE");
  private static final Pattern TLS_RECORD =
      Pattern.compile("(not SETTINGS|preface string missing).*bytes: 1[56]03", Pattern.DOTALL);
  private static final Pattern TOO_LONG = Pattern.compile("gRPC message exceeds maximum size");
  private static final Pattern CLOSED =
      Pattern.compile("Connection reset|Broken pipe|Network closed for unknown reason");

  private static final Pattern LATE = Pattern.compile("(?i)timed out");

  /** How the sentence begins if the failure is not known here. */
  static final String UNKNOWN = "no connection: ";

  private static final String TIMED_OUT = "the attempt to connect timed out";
  private static final String GONE =
      "OTHER closed the connection; maybe it expects TLS, or is ending";
  private static final String REFUSED = "OTHER refused our certificate: ";

  /** What the other side's alerts mean. */
  private static final Map<String, String> ALERTS =
      Map.of(
          "certificate_required", "OTHER wants a certificate of its authority, and we have none",
          "certificate_expired", REFUSED + "it has expired, or a clock is wrong",
          "certificate_revoked", REFUSED + "it was revoked",
          "unknown_ca", REFUSED + "it was not issued by its authority",
          "bad_certificate", REFUSED + "it is not valid yet, or damaged",
          "certificate_unknown",
              REFUSED + "maybe it expired, or another authority issued it; the log there says why",
          "internal_error",
              REFUSED
                  + "another authority issued it, or it is not the one expected; the log there says"
                  + " why",
          "unsupported_certificate", REFUSED + "it is not a certificate for this purpose",
          "protocol_version", "OTHER does not speak TLS 1.3");

  private HandshakeFailure() {}

  /**
   * Explains a failure.
   *
   * @param other the other end: "the parent" or "the child"
   */
  static String explain(Throwable failure, String other) {
    Throwable cause = failure;
    Throwable deepest = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      String sentence = sentence(cause);
      if (!sentence.isEmpty()) {
        return sentence.replace("OTHER", other);
      }
      deepest = cause;
      cause = cause.getCause();
    }
    String message = deepest.getMessage();
    return UNKNOWN + (message == null ? deepest.toString() : oneLine(message));
  }

  /** The sentence for one exception of the chain; empty if it explains nothing. */
  private static String sentence(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    var alert = ALERT.matcher(message);
    return switch (cause) {
      case PeerTrust.Refused refused -> message;
      case NotSslRecordException plain -> "OTHER does not speak TLS";
      case ConnectTimeoutException late -> TIMED_OUT;
      case ConnectException late when LATE.matcher(message).find() -> TIMED_OUT;
      case ConnectException unreachable -> "nothing listens there";
      case NoRouteToHostException unreachable ->
          "there is no way to that host: " + oneLine(message);
      case UnknownHostException unknown -> "there is no host of that name: " + oneLine(message);
      case SSLException ours when NO_CERTIFICATE.matcher(message).find() ->
          "the child showed no certificate";
      case SSLException told when alert.find() ->
          told(alert.group(1) == null ? alert.group(2).toLowerCase(Locale.ROOT) : alert.group(1));
      case ClosedChannelException closed -> GONE;
      default -> {
        if (TOO_LONG.matcher(message).find()) {
          yield "OTHER sent a frame that is too long";
        }
        if (TLS_RECORD.matcher(message).find()) {
          yield "OTHER speaks TLS, and we do not";
        }
        yield CLOSED.matcher(message).find() ? GONE : "";
      }
    };
  }

  private static String told(String alert) {
    return ALERTS.getOrDefault(alert, "OTHER ended the connection: " + alert);
  }

  private static String oneLine(String message) {
    return Printable.line(message.replaceAll("\\s*[\\r\\n]+\\s*", " "));
  }
}

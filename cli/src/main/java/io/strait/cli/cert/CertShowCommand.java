package io.strait.cli.cert;

import io.strait.kind.run.ExitCode;
import io.strait.model.text.Tree;
import io.strait.transport.wire.CertificateInfo;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait cert show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Says what certificates hold, and whether the authority issued them.",
    footer = {
      "",
      "Examples:",
      "  strait cert show ca/home.pem ca/ca.pem",
      "  strait cert show for-spain/fast1.pem --ca ca/ca.pem --format json"
    })
final class CertShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The certificates.")
  private List<Path> files = List.of();

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "The authority's certificate (default: ca.pem beside each FILE).")
  private @Nullable Path ca;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print it (default: text).")
  private Format format = Format.TEXT;

  @Override
  public Integer call() throws IOException {
    List<CertificateInfo> all = new ArrayList<>();
    for (Path file : files) {
      all.add(CertificateInfo.read(file, ca == null ? file.resolveSibling("ca.pem") : ca));
    }
    var out = spec.commandLine().getOut();
    out.print(format == Format.JSON ? json(all) : text(all));
    out.flush();
    return ExitCode.DONE;
  }

  private String text(List<CertificateInfo> all) {
    var text = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      var info = all.get(i);
      text.append(i == 0 ? "" : "\n").append(files.get(i)).append('\n');
      line(text, "subject", info.subject());
      line(text, "role", role(info));
      line(
          text,
          "valid",
          "%s to %s%s"
              .formatted(
                  CertificateInfo.day(info.from()),
                  CertificateInfo.day(info.until()),
                  remark(info, Instant.now())));
      line(text, "fingerprint", "SHA-256 " + info.fingerprint());
      line(
          text,
          "issued",
          info.issued()
              .map(yes -> yes ? "by this authority" : "not by this authority")
              .orElse("unknown: there is no ca.pem beside it, use --ca"));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("  %-12s %s%n".formatted(name, value));
  }

  private static String role(CertificateInfo info) {
    return info.role().map(Object::toString).orElse(info.authority() ? "authority" : "none");
  }

  private static String remark(CertificateInfo info, Instant now) {
    return info.revoked()
        ? " (revoked)"
        : now.isAfter(info.until())
            ? " (expired)"
            : now.isBefore(info.from()) ? " (not valid yet)" : "";
  }

  private String json(List<CertificateInfo> all) {
    List<Tree> trees = new ArrayList<>();
    var now = Instant.now();
    for (int i = 0; i < all.size(); i++) {
      var info = all.get(i);
      trees.add(
          new Tree()
              .put("file", files.get(i).toString())
              .put("subject", info.subject())
              .put("name", info.name())
              .put("role", role(info))
              .put("from", info.from().toString())
              .put("until", info.until().toString())
              .put("valid_now", remark(info, now).isEmpty())
              .put("sha256", info.fingerprint())
              .put("issued_by_authority", info.issued().orElse(null)));
    }
    return new Tree().put("certificates", trees).json();
  }
}

package io.strait.cli.cert;

import io.strait.kind.run.ExitCode;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.CertificateInfo;
import io.strait.transport.wire.Revoked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What becomes of certificates: {@code strait cert renew} and {@code strait cert revoke}. */
final class CertLifeCommands {
  private CertLifeCommands() {}

  /** {@code strait cert renew}. */
  @Command(
      name = "renew",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Makes certificates for the keys, names and roles of those in FILEs, in their place.",
        "The keys may be elsewhere: copy the FILEs beside them. Processes that run show the new"
            + " certificate from their next connection on."
      },
      footer = {
        "",
        "Examples:",
        "  strait cert renew ca ca/home.pem for-spain/spain.pem",
        "  strait cert renew ca for-spain/spain.pem --days 30 && scp for-spain/spain.pem spain:"
      })
  static final class Renew implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the authority.")
    private Path folder = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "Certificates.")
    private List<Path> files = List.of();

    @Option(
        names = "--days",
        defaultValue = "365",
        paramLabel = "N",
        description = "How long they are valid from now on (default: ${DEFAULT-VALUE}).")
    private int days = 365;

    @Override
    public Integer call() throws IOException {
      for (var file : files) {
        Authority.renew(folder, file, days);
        var until = CertificateInfo.read(file, null).until();
        spec.commandLine()
            .getErr()
            .println("%s is valid until %s".formatted(file, CertificateInfo.day(until)));
      }
      return ExitCode.DONE;
    }
  }

  /** {@code strait cert revoke}. */
  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Writes certificates into DIR/revoked.txt: all that were issued under a name, or the one"
            + " with a fingerprint.",
        "Masters and gateways look at the revoked.txt beside their ca.pem: they end the connection"
            + " within seconds and let nobody in with such a certificate. Copy the file to gateways"
            + " elsewhere."
      },
      footer = {
        "",
        "Examples:",
        "  strait cert revoke ca spain",
        "  strait cert revoke ca spain && scp ca/revoked.txt gate.france:for-france/"
      })
  static final class Revoke implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the authority.")
    private Path folder = Path.of("");

    @Parameters(
        index = "1",
        paramLabel = "NAME|FINGERPRINT",
        description = "Whose certificates, or which one as strait cert show prints it.")
    private String word = "";

    @Override
    public Integer call() throws IOException {
      var fresh = Authority.revoke(folder, word);
      var err = spec.commandLine().getErr();
      if (fresh.isEmpty()) {
        err.println("%s was revoked before".formatted(word));
      }
      fresh.forEach(
          (fingerprint, name) ->
              err.println(
                  "revoked %s, SHA-256 %s, in %s"
                      .formatted(name, fingerprint, folder.resolve(Revoked.FILE))));
      return ExitCode.DONE;
    }
  }
}

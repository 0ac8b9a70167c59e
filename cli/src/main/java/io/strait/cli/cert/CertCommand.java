package io.strait.cli.cert;

import io.strait.kind.run.ExitCode;
import io.strait.model.quantity.Durations;
import io.strait.model.quantity.QuantityException;
import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import io.strait.transport.wire.Authority;
import io.strait.transport.wire.NodeRole;
import io.strait.transport.wire.Tokens;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait cert}: a private authority, its certificates and its join tokens. */
@Command(
    name = "cert",
    mixinStandardHelpOptions = true,
    subcommands = {
      CertCommand.Init.class,
      CertCommand.Issue.class,
      CertCommand.Token.class,
      CertLifeCommands.Renew.class,
      CertLifeCommands.Revoke.class,
      CertShowCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Makes a private authority, and the certificates with which master, gateways and workers know"
          + " each other.",
      "Existing keys are never overwritten. Anyone who has ca.key or join.key can let others take"
          + " part in your runs: keep both where they are."
    },
    footer = {
      "",
      "Examples:",
      "  strait cert init ca                          once",
      "  strait cert issue ca home --role master      the master's, which stays here",
      "  strait cert issue ca spain --role gateway --out for-spain    the folder goes to Spain",
      "  strait cert token ca --out token             what a new gateway or worker shows to join",
      "  strait cert show ca/home.pem                 who it is, how long it lasts",
      "  strait cert renew ca for-spain/spain.pem     for another year, with the key it has",
      "  strait cert revoke ca spain                  it is not let in any more"
    })
public final class CertCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command given, expected one such as: strait cert init DIR");
  }

  /** {@code strait cert init}. */
  @Command(
      name = "init",
      mixinStandardHelpOptions = true,
      description = {
        "Makes a private authority for ten years: ca.pem and join.pub, which everybody may see, and"
            + " the secrets ca.key and join.key."
      },
      footer = {"", "Example:", "  strait cert init ca"})
  static final class Init implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder; it is created if need be.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
      Authority.init(folder);
      var err = spec.commandLine().getErr();
      err.println("wrote ca.pem, ca.key, join.pub and join.key to " + folder);
      return ExitCode.DONE;
    }
  }

  /** {@code strait cert issue}. */
  @Command(
      name = "issue",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description =
          "Makes a certificate NAME.pem and its key NAME.key. In another folder it puts ca.pem,"
              + " join.pub and revoked.txt beside them: all that a site needs.",
      footer = {
        "",
        "Examples:",
        "  strait cert issue ca home --role master",
        "  strait cert issue ca fast1 --role worker --days 30 --out for-spain"
      })
  static final class Issue implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the authority.")
    private Path folder = Path.of("");

    @Parameters(
        index = "1",
        paramLabel = "NAME",
        description = "Whose certificate it is: letters, digits, '.', '_' and '-'.")
    private String name = "";

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description =
            "master, gateway or worker. A worker's or gateway's cannot be used to pose as a"
                + " master.")
    private NodeRole role = NodeRole.WORKER;

    @Option(
        names = "--days",
        defaultValue = "365",
        paramLabel = "N",
        description = "How long it is valid (default: ${DEFAULT-VALUE}).")
    private int days = 365;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Where the files go (default: the folder of the authority).")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException {
      Path target = out == null ? folder : out;
      Authority.issue(folder, name, role, days, target);
      var err = spec.commandLine().getErr();
      err.println("wrote %s.pem and %s.key to %s".formatted(name, name, target));
      return ExitCode.DONE;
    }
  }

  /** {@code strait cert token}. */
  @Command(
      name = "token",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Makes a token that lets a gateway or worker join, and prints it.",
        "Give it to them in a file or in the environment variable STRAIT_TOKEN; on a command line"
            + " everybody on the host could read it."
      },
      footer = {
        "",
        "Examples:",
        "  strait cert token ca --expires 2h --out token",
        "  STRAIT_TOKEN=$(strait cert token ca)"
      })
  static final class Token implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder of the authority.")
    private Path folder = Path.of("");

    @Option(
        names = "--expires",
        defaultValue = "24h",
        paramLabel = "TIME",
        description = "How long it is good (default: ${DEFAULT-VALUE}).")
    private String expires = "24h";

    @Option(
        names = "--out",
        paramLabel = "FILE",
        description = "Write it to this file, for you alone to read, instead of printing it.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException {
      SafeFile.checkWritable(out);
      String token = Tokens.make(Tokens.key(folder), validity());
      if (out == null) {
        spec.commandLine().getOut().println(token);
        return ExitCode.DONE;
      }
      try {
        PrivateFiles.create(Map.of(out, (token + "\n").getBytes(StandardCharsets.US_ASCII)));
      } catch (FileAlreadyExistsException e) {
        throw new InputException(
            out
                + ": the file exists already and is not overwritten, expected a new name, or"
                + " remove it first");
      }
      spec.commandLine().getErr().println("wrote " + out);
      return ExitCode.DONE;
    }

    private Duration validity() {
      try {
        Duration validity = Durations.parse(expires);
        if (validity.compareTo(Duration.ofSeconds(1)) >= 0) {
          return validity;
        }
        throw new QuantityException("'%s', expected at least 1 s".formatted(expires));
      } catch (QuantityException e) {
        throw new ParameterException(spec.commandLine(), "--expires: " + e.getMessage());
      }
    }
  }
}

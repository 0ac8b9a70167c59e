package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes with the commands that run things: one line, exit code 2, and nothing is written. */
@Tag("real")
final class BadRunTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run                                        | expected either PLAN (or GRID APP), or --resume RUN
          run nothere.yaml                           | nothere.yaml:1:1: no such file
          run PI --workers many                      | --workers 'many', expected one of: embedded
          run PI --workers none                      | --workers none without --listen
          run PI --listen nowhere                    | --listen 'nowhere' is not an address, expected HOST:PORT
          run PI --listen a:99999 --plaintext        | --listen 'a:99999' is not an address
          run PI --listen 0.0.0.0:0 --plaintext      | --plaintext with 0.0.0.0, expected an address of this
          run PI --listen localhost:0                | no --identity, expected --identity DIR/NAME
          run PI --listen localhost:0 --identity W/x | ca.pem: there is no such file
          run PI --listen localhost:0 --identity W/x --plaintext | both given, expected one of them
          run PI --tokens W                          | join.pub: there is no such file
          run PI --folder W                          | exists, expected a new one, or --resume
          run NORUN --folder W/new                   | does not say what a worker executes, expected run:
          run --resume W                             | is not the folder of a run, expected one with run.json
          run --resume W --folder W/new              | --folder with --resume, expected one of them
          run PI --lease 1                           | --lease: '1' has no unit, expected a duration
          run PI --lease 1ms                         | --lease 1ms is out of range, expected 0.2 s to 30 d
          run PI --metrics 99999                     | --metrics 99999, expected a port
          run PI --serve=99999                       | --serve 99999, expected a port
          run PI --serve -5                          | --serve -5, expected a port
          run --serve nothere.yaml                   | nothere.yaml:1:1: no such file
          run PI --serve --workers many              | --workers 'many', expected one of: embedded
          run PI --control                           | --control without --serve, expected both
          serve W --port 99999                       | --port 99999, expected a port
          serve W --name here                        | --name without --listen, expected both
          serve W --identity W/x                     | --identity or --plaintext without --listen
          serve W --port 8080 --listen localhost:0 --plaintext | --port and --listen are both given
          serve W/none                               | no such folder, expected one with runs in it
          serve --plan PI W/none                     | no such folder, expected one with runs
          serve W --secret-file W/no/file            | there is no such folder, expected the name of a new
          worker                                     | Missing required option: '--parent=HOST:PORT'
          worker --parent nowhere                    | --parent 'nowhere' is not an address, expected HOST:PORT
          worker --parent 192.0.2.7:7 --plaintext    | --plaintext with 192.0.2.7, expected an address
          worker --parent localhost:1 --plaintext --cores 0 | --cores 0 is out of range, expected 1 to 4096
          worker --parent localhost:1 --plaintext --patience 0 | --patience: '0' has no unit
          worker --parent localhost:1 --plaintext --token-file W/t | t: there is no such file
          worker --parent localhost:1 --identity W/x | ca.pem: there is no such file
          gateway --parent localhost:1 --plaintext --listen here | --listen 'here' is not an address
          gateway --parent localhost:1 --plaintext --tokens W | join.pub: there is no such file
          gateway --parent localhost:1 --plaintext-across-gaps --listen 192.0.2.7:7 | cannot listen at 192.0.2.7:7
          status                                     | Missing required parameter: 'RUN'
          status W                                   | is not the folder of a run, expected one with run.json
          stop W                                     | is not the folder of a run, expected one with run.json
          cert show W/x.pem                          | x.pem: there is no such file
          """)
  void isRefused(String line, String words) throws IOException {
    var examples = CommandLineRun.root().resolve("examples");
    var args =
        Stream.of(line.split(" "))
            .map(word -> word.equals("PI") ? examples.resolve("resident-python").toString() : word)
            .map(w -> w.equals("NORUN") ? examples.resolve("four-processors").toString() : w)
            .map(w -> w.matches("W(/.*)?") ? folder + w.substring(1) : w)
            .toArray(String[]::new);
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), false, args);
    assertThat(err.toString()).contains(words).hasLineCount(1);
    assertThat(code).isEqualTo(ExitCode.WRONG);
    assertThat(out.toString()).isEmpty();
    assertNothingIsIn(folder);
    assertThat(Path.of("runs")).doesNotExist();
    assertThat(Path.of("spool")).doesNotExist();
  }

  /** It would compute everything, and have no total to verify at the end. */
  @Test
  void aClassThatNeedsATotalIsNotRunWithoutIt() throws IOException {
    var ep = CommandLineRun.root().resolve("examples").resolve("ep");
    for (var reduce : new String[] {"", "reduce: sum", "reduce: concat"}) {
      var app =
          Files.writeString(
              folder.resolve("app.yaml"),
              Files.readString(ep.resolve("app.yaml")).replace("reduce: sum long", reduce));
      assertThat(
              run(
                  "run",
                  ep.resolve("grid.yaml").toString(),
                  app.toString(),
                  "--folder",
                  folder.resolve("new").toString()))
          .contains("app.yaml:", "class 'io.strait.apps.Ep' needs", "expected reduce: sum long")
          .hasLineCount(1);
      assertThat(folder.resolve("new")).doesNotExist();
    }
  }

  @Test
  void aKeyThatOthersMayReadIsNotUsed() throws IOException {
    var certificates = folder.resolve("certs").toString();
    assertThat(run("cert", "init", certificates)).isEmpty();
    assertThat(run("cert", "issue", certificates, "home", "--role", "master")).isEmpty();
    var key = folder.resolve("certs/home.key");
    Files.setPosixFilePermissions(
        key, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
    var example = Path.of("..", "examples", "resident-python").toString();
    assertThat(
            run(
                "run",
                example,
                "--workers",
                "none",
                "--listen",
                "localhost:0",
                "--identity",
                certificates + "/home",
                "--folder",
                folder.resolve("new").toString()))
        .contains("home.key")
        .hasLineCount(1);
    assertThat(folder.resolve("new")).doesNotExist();
  }

  /** What is said about a mistake; empty if there was none. */
  private static String run(String... args) {
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err), false, args);
    return code == ExitCode.DONE ? "" : err.toString();
  }

  private static void assertNothingIsIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files.toList()).isEmpty();
    }
  }
}

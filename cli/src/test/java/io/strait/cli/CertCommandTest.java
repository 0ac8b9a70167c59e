package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.transport.wire.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait cert}: what it writes and prints, and how it refuses. */
@Timeout(30)
class CertCommandTest {
  @TempDir Path folder;

  private String ca;

  @BeforeEach
  void init() {
    ca = folder.resolve("ca").toString();
    assertThat(CommandLineRun.of("cert", "init", ca))
        .isEqualTo(
            new CommandLineRun(
                0, "", "wrote ca.pem, ca.key, join.pub and join.key to " + ca + "\n"));
  }

  private static void assertWrong(String message, String... args) {
    var run = CommandLineRun.of(args);
    assertThat(run.err()).contains(message).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void filesAreTheOwnersAloneAndNothingElseIsLeft() throws IOException {
    var out = folder.resolve("out");
    var run =
        CommandLineRun.of("cert", "issue", ca, "w1", "--role", "worker", "--out", out.toString());
    assertThat(run)
        .isEqualTo(new CommandLineRun(0, "", "wrote w1.pem and w1.key to " + out + "\n"));
    assertThat(names(Path.of(ca)))
        .containsExactly("ca.key", "ca.pem", "issued.txt", "join.key", "join.pub");
    assertThat(names(out)).containsExactly("ca.pem", "join.pub", "revoked.txt", "w1.key", "w1.pem");
    for (var file :
        List.of(Path.of(ca, "ca.key"), Path.of(ca, "join.key"), out.resolve("w1.key"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void existingFilesStay() throws IOException {
    CommandLineRun.of("cert", "issue", ca, "w1", "--role", "worker");
    var before = Files.readString(Path.of(ca, "w1.pem"));
    assertWrong("w1.key: the file exists already", "cert", "issue", ca, "w1", "--role", "worker");
    Files.delete(Path.of(ca, "w1.key"));
    assertWrong("w1.pem: the file exists already", "cert", "issue", ca, "w1", "--role", "worker");
    assertThat(Path.of(ca, "w1.key")).doesNotExist();
    assertThat(Files.readString(Path.of(ca, "w1.pem"))).isEqualTo(before);
    assertWrong("join.key: the file exists already", "cert", "init", ca);
  }

  @Test
  void renewingAndRevokingSayWhatTheyDid() {
    CommandLineRun.of("cert", "issue", ca, "spain", "--role", "gateway", "--days", "2");
    var renewed = CommandLineRun.of("cert", "renew", ca, ca + "/spain.pem", "--days", "30");
    assertThat(renewed.exitCode()).isZero();
    assertThat(renewed.err()).startsWith(ca + "/spain.pem is valid until 2").hasLineCount(1);
    var revoked = CommandLineRun.of("cert", "revoke", ca, "spain");
    assertThat(revoked.exitCode()).isZero();
    assertThat(revoked.err().lines()).hasSize(2).allMatch(l -> l.startsWith("revoked spain, SHA"));
    assertThat(CommandLineRun.of("cert", "revoke", ca, "spain").err())
        .isEqualTo("spain was revoked before\n");
    assertThat(CommandLineRun.of("cert", "show", ca + "/spain.pem").out()).contains("(revoked)");
    assertWrong("was revoked, expected", "cert", "renew", ca, ca + "/spain.pem");
    assertWrong("no certificate 'france' was issued", "cert", "revoke", ca, "france");
    assertWrong("there is no such file", "cert", "revoke", folder.toString(), "spain");
  }

  @Test
  void itShowsCertificates() {
    CommandLineRun.of("cert", "issue", ca, "spain", "--role", "GATEWAY", "--days", "30");
    var file = ca + "/spain.pem";
    var run = CommandLineRun.of("cert", "show", file, ca + "/ca.pem");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("  subject      CN=spain,OU=gateway,O=Strait\n")
        .contains("  role         gateway\n")
        .contains("  role         authority\n")
        .contains("  issued       by this authority\n")
        .containsPattern("  valid        20.. ?.* UTC to 20.* UTC\n")
        .containsPattern("  fingerprint  SHA-256 [0-9a-f]{64}\n");
    var json = CommandLineRun.of("cert", "show", file, "--format", "json").json();
    var first = json.get("certificates").get(0);
    assertThat(first.get("name").asString()).isEqualTo("spain");
    assertThat(first.get("role").asString()).isEqualTo("gateway");
    assertThat(first.get("valid_now").asBoolean()).isTrue();
    assertThat(first.get("issued_by_authority").asBoolean()).isTrue();
    var until = Instant.parse(first.get("until").asString());
    assertThat(Duration.between(Instant.now(), until))
        .isBetween(Duration.ofDays(30).minusMinutes(2), Duration.ofDays(30));
  }

  @Test
  void itTellsWhatAnotherAuthorityIssued() {
    var other = folder.resolve("other").toString();
    CommandLineRun.of("cert", "init", other);
    CommandLineRun.of("cert", "issue", other, "w1", "--role", "worker");
    assertThat(CommandLineRun.of("cert", "show", other + "/w1.pem", "--ca", ca + "/ca.pem").out())
        .contains("not by this authority");
  }

  @Test
  void tokensAreGood() throws IOException {
    byte[] key = Files.readAllBytes(Path.of(ca, "join.key"));
    var printed = CommandLineRun.of("cert", "token", ca);
    assertThat(printed.err()).isEmpty();
    assertThat(
            Tokens.check(Tokens.publicKey(key), printed.out(), Instant.now().plusSeconds(86_000)))
        .isInstanceOf(Tokens.Answer.Good.class);
    var file = folder.resolve("token");
    var written =
        CommandLineRun.of("cert", "token", ca, "--expires", "2 min", "--out", file.toString());
    assertThat(written).isEqualTo(new CommandLineRun(0, "", "wrote " + file + "\n"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    String token = Files.readString(file);
    assertThat(Tokens.check(Tokens.publicKey(key), token, Instant.now().plusSeconds(121)))
        .isInstanceOf(Tokens.Answer.Expired.class);
    assertWrong(
        file
            + ": the file exists already and is not overwritten, expected a new name, or remove it"
            + " first",
        "cert",
        "token",
        ca,
        "--out",
        file.toString());
    assertThat(Files.readString(file)).isEqualTo(token);
  }

  @Test
  void itRefusesWhatMakesNoSense() throws IOException {
    assertWrong("no command given", "cert");
    assertWrong("unknown command 'make'", "cert", "make");
    assertWrong("'--role=ROLE'", "cert", "issue", ca, "w1");
    assertWrong("'boss', expected one of: master", "cert", "issue", ca, "w1", "--role", "boss");
    for (var name : List.of("../x", "", "ca", "join", "a b", "CN=x,OU=master", ".x", "ä")) {
      assertWrong("cannot be the name", "cert", "issue", ca, name, "--role", "worker");
    }
    assertWrong("0 days", "cert", "issue", ca, "w", "--role", "worker", "--days", "0");
    assertWrong("would outlive", "cert", "issue", ca, "w", "--role", "worker", "--days", "3653");
    assertWrong("no such file", "cert", "issue", folder.toString(), "w", "--role", "worker");
    assertWrong("join.key: there is no such file", "cert", "token", folder.toString());
    assertWrong("--expires: ", "cert", "token", ca, "--expires", "soon");
    assertWrong("at least 1 s", "cert", "token", ca, "--expires", "0 s");
    assertWrong("there is no such file", "cert", "show", ca + "/nobody.pem");
    assertWrong("not a certificate", "cert", "show", ca + "/ca.key");
    assertWrong("not a certificate", "cert", "show", ca);
    Files.setPosixFilePermissions(
        Path.of(ca, "ca.key"), PosixFilePermissions.fromString("rw-r--r--"));
    assertWrong("chmod 600", "cert", "issue", ca, "w", "--role", "worker");
    assertThat(names(Path.of(ca))).containsExactly("ca.key", "ca.pem", "join.key", "join.pub");
  }

  @Test
  void helpHasExamples() {
    for (var command : List.of("init", "issue", "token", "show")) {
      var run = CommandLineRun.of("cert", command, "--help");
      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("Example").contains("strait cert " + command);
    }
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code strait serve} as a process of its own: open to others, and under a flood of them. */
@Tag("real")
class ServeProcessTest {
  /** As many as somebody may open, if this process may. */
  private static final int FLOOD = 10_000;

  @TempDir private Path folder;
  private Process process;

  @BeforeEach
  void runs() throws IOException {
    Files.createDirectories(folder.resolve("runs"));
  }

  @AfterEach
  void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Starts it and gives the link that it prints. */
  private URI serve(String... more) throws IOException {
    var args = new ArrayList<>(List.of("serve", folder.resolve("runs").toString()));
    args.addAll(List.of(more));
    return start(args.toArray(String[]::new));
  }

  private URI start(String... args) throws IOException {
    process =
        new ProcessBuilder(TestLab.java(Main.class, args))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return URI.create(LivePages.link(process, line -> {}));
  }

  private static HttpResponse<String> get(HttpClient client, URI address, String cookie)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(60));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String cookie(HttpResponse<String> answer) {
    return answer.headers().firstValue("Set-Cookie").orElse("").replaceFirst(";.*", "");
  }

  /** Trusts an authority and nobody else. */
  private static SSLContext trusting(Path authority) throws IOException, GeneralSecurityException {
    var keys = KeyStore.getInstance(KeyStore.getDefaultType());
    keys.load(null, null);
    try (var in = Files.newInputStream(authority)) {
      keys.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void theSecretOfAProgramIsInANewFileUntilTheEnd() throws IOException, InterruptedException {
    var file = folder.resolve("secret");
    var link = serve("--secret-file", file.toString());
    assertThat(Files.getPosixFilePermissions(file))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    var request =
        HttpRequest.newBuilder(link.resolve("/api/runs"))
            .header("Authorization", "Bearer " + Files.readString(file).strip());
    try (var client = HttpClient.newHttpClient()) {
      assertThat(client.send(request.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
    process.destroy();
    assertThat(process.waitFor()).isZero();
    assertThat(file).doesNotExist();

    Files.writeString(file, "mine");
    var refused =
        CommandLineRun.of("serve", folder.resolve("runs") + "", "--secret-file", file + "");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("it is there already");
    assertThat(file).hasContent("mine");
  }

  /** Who watches a run to its end is answered after it, for a moment. */
  @Test
  void aRunStaysForWhoAsks() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("grid.yaml"),
        "{grid: g, home: a, clusters: {a: {hosts: [{name: w, count: 2, rate: 100/s}]}}}");
    var end = folder.resolve("end");
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        {app: wait, kind: farm, tasks: 2, input: 4 B, output: 8 B,
         run: {command: "while [ ! -e %s ]; do sleep 0.1; done; echo {id}"}}
        """
            .formatted(end));
    var run = folder.resolve("r");
    var link = start("run", folder.toString(), "--folder", run.toString(), "--serve");
    try (var client = HttpClient.newHttpClient()) {
      var cookie = cookie(get(client, link, ""));
      Files.writeString(end, "");
      var page = link.resolve("/run/r");
      while (Files.notExists(run.resolve("summary.json"))) {
        assertThat(get(client, page, cookie).statusCode()).isEqualTo(200);
        Thread.sleep(200);
      }
      Thread.sleep(1000);
      assertThat(get(client, page, cookie).body()).contains("Predicted");
    }
    assertThat(process.waitFor()).isZero(); // when nobody asks any more
  }

  @Test
  void othersAreLetInOverTlsWithTheNameOfTheCertificate()
      throws IOException, InterruptedException, GeneralSecurityException {
    var authority = folder.resolve("ca");
    assertThat(CommandLineRun.of("cert", "init", "" + authority).exitCode()).isZero();
    assertThat(
            CommandLineRun.of("cert", "issue", "" + authority, "localhost", "--role", "master")
                .exitCode())
        .isZero();
    var link =
        serve(
            "--listen",
            "127.0.0.1:0",
            "--identity",
            authority + "/localhost",
            "--name",
            "localhost");
    assertThat(link.getScheme()).isEqualTo("https");
    assertThat(link.getHost()).isEqualTo("localhost");

    // Who does not know the authority sees nothing, nor does who speaks plain text.
    try (var stranger = HttpClient.newHttpClient()) {
      assertThatThrownBy(() -> get(stranger, link, "")).isInstanceOf(SSLException.class);
      var plain = URI.create(link.toString().replaceFirst("https", "http"));
      assertThatThrownBy(() -> get(stranger, plain, "")).isInstanceOf(IOException.class);
    }
    try (var client =
        HttpClient.newBuilder()
            .sslContext(trusting(authority.resolve("ca.pem")))
            .version(HttpClient.Version.HTTP_1_1)
            .build()) {
      assertThat(get(client, link.resolve("/"), "").statusCode()).isEqualTo(403);
      var entered = get(client, link, "");
      assertThat(entered.statusCode()).isEqualTo(303);
      assertThat(entered.headers().firstValue("Set-Cookie").orElse(""))
          .startsWith("__Host-strait-")
          .contains("; Path=/; HttpOnly; SameSite=Strict; Secure");
      assertThat(get(client, link.resolve("/"), cookie(entered)).body()).contains("There is none");
      assertThat(get(client, link, "").statusCode()).isEqualTo(403); // it worked once
    }
  }

  /** Connections that say nothing keep nobody out while they last. */
  @Test
  void tenThousandConnectionsKeepNobodyOut() throws IOException, InterruptedException {
    var link = serve();
    try (var client = HttpClient.newHttpClient()) {
      var cookie = cookie(get(client, link, ""));
      long files =
          ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
              .getMaxFileDescriptorCount();
      // The server takes no more than a part of its own.
      int flood = (int) Math.min(FLOOD, files / 2);
      var open = new ArrayList<SocketChannel>();
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), link.getPort());
      try (var other = HttpClient.newHttpClient()) {
        long began = System.nanoTime();
        for (int i = 0; i < flood; i++) {
          open.add(SocketChannel.open(address));
        }
        double opened = 1e-9 * (System.nanoTime() - began);
        began = System.nanoTime();
        // One who was there before, and one who comes now.
        assertThat(get(client, link.resolve("/api/runs"), cookie).statusCode()).isEqualTo(200);
        assertThat(get(other, link.resolve("/api/runs"), cookie).body()).contains("\"runs\"");
        System.out.printf(
            "%,d connections opened in %.1f s; meanwhile two others were answered in %.2f s%n",
            flood, opened, 1e-9 * (System.nanoTime() - began));
      } finally {
        for (var each : open) {
          each.close();
        }
      }
      assertThat(process.isAlive()).isTrue();
    }
  }
}

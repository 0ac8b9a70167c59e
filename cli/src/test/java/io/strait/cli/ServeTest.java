package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.kind.run.Control;
import io.strait.kind.run.RunFolder;
import io.strait.serve.LiveServer;
import io.strait.serve.http.WebServer;
import io.strait.serve.run.RunShelf;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in by the server of pages, and what comes out: words that go over real sockets. */
class ServeTest {
  @TempDir private Path folder;
  private final List<String> links = new CopyOnWriteArrayList<>();
  private LiveServer server;
  private String host;
  private String cookie;

  /** What is sent with requests. */
  private String form = "";

  /** A run whose tasks print what is no text. */
  private static final String GRID =
      """
      grid: bad
      home: a
      clusters:
        a:
          hosts: [{name: m, role: master}, {name: w, count: 2, rate: 100/s}]
      """;

  private static final String APP =
      """
      app: ep
      kind: farm
      tasks: 4
      input: 4 B
      output: 8 B
      run: {command: "echo '</pre><script>alert(2)</script>' >&2; exit 3", retries: 0}
      """;

  @BeforeEach
  void open() throws IOException {
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    Files.writeString(folder.resolve("app.yaml"), APP);
    var runs = folder.resolve("runs");
    CommandLineRun.of("run", folder.toString(), "--folder", runs.resolve("first-run").toString());
    Files.writeString(folder.resolve("secret.png"), "not yours");
    enter(
        false,
        ServedPlan.routes(Kinds.ALL, List.of(Path.of(CommandLineRun.example("three-continents")))));
  }

  private void enter(boolean isControlled, List<WebServer.Route> more) throws IOException {
    server =
        new LiveServer(
            new WebServer.Place(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, List.of()),
            new RunShelf(folder.resolve("runs"), run -> ReportCommand.kind(Kinds.ALL, run)),
            isControlled,
            more,
            links::add);
    host = "127.0.0.1:" + server.port();
    var answer = get(server.link().replaceFirst("http://[^/]*", ""), "Host: " + host);
    assertThat(answer).startsWith("HTTP/1.1 303").contains("HttpOnly; SameSite=Strict");
    cookie = answer.replaceFirst("(?s).*Set-cookie: ([^;]*);.*", "$1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private String get(String path, String... headers) throws IOException {
    return ask("GET", path, headers);
  }

  private String mine(String path) throws IOException {
    return get(path, "Host: " + host, "Cookie: " + cookie);
  }

  private String ask(String method, String path, String... headers) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      var lines = new ArrayList<String>();
      lines.add("%s %s HTTP/1.1".formatted(method, path));
      lines.addAll(List.of(headers));
      lines.add("Connection: close");
      lines.add("Content-Length: " + form.length());
      socket
          .getOutputStream()
          .write((String.join("\r\n", lines) + "\r\n\r\n" + form).getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertRefused(String answer, int status) {
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    assertThat(answer).doesNotContain("<table", "first-run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/run/first-run", "/api/runs", "/metrics", "/plan", "/asset/live.js"})
  void nobodyIsLetInWithoutALink(String path) throws IOException {
    assertRefused(get(path, "Host: " + host), 403);
    assertRefused(get(path, "Host: " + host, "Cookie: " + cookie + "x"), 403);
    assertRefused(get(path, "Host: " + host, "Authorization: Bearer x"), 403);
    assertThat(mine(path)).startsWith("HTTP/1.1 200");
    assertThat(get(path, "Host: " + host, "Authorization: Bearer " + server.secret()))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aLinkWorksOnceAndAnotherIsPrinted() throws IOException {
    var link = server.link().replaceFirst("http://[^/]*", "");
    assertThat(get(link, "Host: " + host)).startsWith("HTTP/1.1 303");
    assertRefused(get(link, "Host: " + host), 403);
    assertThat(links).hasSize(2).doesNotHaveDuplicates();
    var other = links.getLast().replaceFirst("http://[^/]*", "");
    assertThat(get(other, "Host: " + host, "Sec-Fetch-Site: cross-site"))
        .startsWith("HTTP/1.1 200")
        .contains("url=/\"");
  }

  @Test
  void aLinkLeadsToPagesOfThisServerAlone() throws IOException {
    for (var to : List.of("//evil.example", "https://evil.example", "/a\"><script>", "/..\\")) {
      var link = server.link().replaceFirst("http://[^/]*", "") + "&to=";
      var encoded = java.net.URLEncoder.encode(to, StandardCharsets.UTF_8);
      assertThat(get(link + encoded, "Host: " + host))
          .containsPattern("Location: /\\s")
          .doesNotContain("evil");
    }
  }

  /** Another name that points to this address, as in DNS rebinding. */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""})
  void anotherNameOfThisMachineIsRefused(String name) throws IOException {
    assertThat(get("/", "Host: " + name, "Cookie: " + cookie)).startsWith("HTTP/1.1 4");
    assertThat(get("/", "Cookie: " + cookie)).startsWith("HTTP/1.1 4");
    assertThat(get("/", "Host: " + host, "Host: " + name, "Cookie: " + cookie))
        .startsWith("HTTP/1.1 4");
  }

  /** A cookie that a browser sends for somebody else. */
  @Test
  void otherSitesCanNeitherReadNorWrite() throws IOException {
    for (var site : List.of("cross-site", "same-site")) {
      assertRefused(get("/", "Host: " + host, "Cookie: " + cookie, "Sec-Fetch-Site: " + site), 403);
    }
    for (var method : List.of("POST", "DELETE", "PUT", "PATCH")) {
      for (var origin :
          List.of(
              "Origin: http://evil.example",
              "Origin: null",
              "X: no origin",
              "Origin: http://localhost:1")) {
        assertRefused(
            ask(method, "/run/first-run/stop", "Host: " + host, "Cookie: " + cookie, origin), 403);
      }
      assertThat(
              ask(
                  method,
                  "/run/first-run/stop",
                  "Host: " + host,
                  "Cookie: " + cookie,
                  "Origin: http://" + host,
                  "Sec-Fetch-Site: same-origin"))
          .startsWith("HTTP/1.1 405"); // and nothing can be changed at all
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/run/../../secret.png",
        "/run/%2e%2e/secret.png",
        "/run/..%2fsecret.png",
        "/run/first-run/frame/..%2f..%2f..%2fsecret.png",
        "/run/first-run/picture/..%2f..%2fsecret.png",
        "/run/first-run%2f..%2f..",
        "/run/first-run/picture/%00.png",
        "/asset/..%2f..%2fcli%2fMain.class",
        "/asset/../LiveServer.class",
        "/api/runs/..",
        "/run/%c0%ae%c0%ae/"
      })
  void nothingOutsideCanBeNamed(String path) throws IOException {
    assertThat(mine(path)).matches("(?s)HTTP/1.1 4\\d\\d.*").doesNotContain("not yours");
  }

  @Test
  void namesAndOutputsAreTextsWhateverTheyHold() throws IOException {
    var page = mine("/run/first-run");
    assertThat(page).startsWith("HTTP/1.1 200").contains("&lt;script&gt;");
    assertThat(page).doesNotContain("<script>").doesNotContain("</pre><script");
    assertThat(mine("/api/runs/first-run")).contains("application/json").contains("nosniff");
  }

  @Test
  void pagesMayDoNothingButWhatTheyCameFor() throws IOException {
    var page = mine("/");
    assertThat(page)
        .contains("default-src 'none'; script-src 'self'")
        .contains("frame-ancestors 'none'")
        .containsIgnoringCase("x-content-type-options: nosniff")
        .containsIgnoringCase("cache-control: no-store");
    assertThat(page).doesNotContain(server.secret());
    // Styles and scripts come from files: what is slipped in is not run.
    assertThat(page.replaceAll("<script src=\"/asset/live.js\" defer=\"defer\"></script>", ""))
        .doesNotContain("<script")
        .doesNotContain("<style")
        .doesNotContain("onclick");
  }

  private String post(String path, String fields) throws IOException {
    form = fields;
    return ask(
        "POST",
        path,
        "Host: " + host,
        "Cookie: " + cookie,
        "Origin: http://" + host,
        "Sec-Fetch-Site: same-origin");
  }

  @Test
  void whatIsChangedIsAskedTwice() throws IOException {
    server.close();
    enter(true, List.of());
    assertThat(post("/run/first-run/workers", "cluster=a&workers=1"))
        .startsWith("HTTP/1.1 200")
        .contains("Give tasks to 1 of the workers of a?")
        .contains("name=\"sure\" value=\"yes\"");
    assertThat(post("/run/first-run/workers", "cluster=%3Cb%3E&drain=yes"))
        .contains("Drain &lt;b&gt;?");
    assertThat(post("/run/first-run/stop", "")).contains("Stop first-run?");
    // Nobody is at work any more.
    for (var form : List.of("sure=yes&cluster=a&workers=1", "sure=yes&cluster=a&drain=yes")) {
      assertThat(post("/run/first-run/workers", form)).startsWith("HTTP/1.1 409");
    }
    assertThat(post("/run/first-run/stop", "sure=yes")).startsWith("HTTP/1.1 409");
    assertThat(post("/run/first-run/workers", "cluster=a&workers=-1")).startsWith("HTTP/1.1 400");
    assertThat(post("/run/first-run/fly", "sure=yes")).startsWith("HTTP/1.1 404");
    assertThat(post("/run/none/stop", "sure=yes")).startsWith("HTTP/1.1 404");
  }

  /**
   * A page that was opened a moment too early comes again by itself, one of an old run does not.
   */
  @Test
  void aRunThatBeginsIsAskedForAgain() throws IOException {
    var run = folder.resolve("runs/first-run");
    Files.delete(run.resolve("events.tsv"));
    assertThat(mine("/run/first-run"))
        .startsWith("HTTP/1.1 200")
        .contains("cannot be shown")
        .contains("Refresh: 1");
    Files.setLastModifiedTime(run, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(mine("/run/first-run")).contains("cannot be shown").doesNotContain("Refresh:");
  }

  /** It has left word where it can be asked, and takes that back no more. */
  @Test
  void aMasterThatWasKilledIsNotAtWork() throws Exception {
    var run = RunFolder.open(folder.resolve("runs/first-run"));
    try (var control = new Control(0, () -> "{}", () -> "", () -> {})) {
      control.publish(run, Map.of());
      assertThat(mine("/api/runs")).contains("\"live\" : true");
      var killed = new ProcessBuilder("true").start();
      killed.waitFor();
      var file = run.path().resolve("control.json");
      var text = Files.readString(file);
      assertThat(text).containsPattern("\"pid\" *: *\"");
      Files.writeString(file, text.replaceFirst("(\"pid\" *: *\")\\d+", "$1" + killed.pid()));
      assertThat(mine("/api/runs")).contains("\"live\" : false");
    }
  }

  @Test
  void aRunThatWasStoppedIsNotDone() throws IOException {
    assertThat(mine("/api/runs")).contains("\"done\" : true");
    var file = folder.resolve("runs/first-run/summary.json");
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"state\" *: *\"\\w+", "\"state\": \"stopped"));
    assertThat(mine("/api/runs")).contains("\"done\" : false");
    assertThat(mine("/")).contains("unfinished");
  }

  /** Of a run that was stopped before its last step began, the latest step is shown. */
  @Test
  void aRunThatWasStoppedShowsTheStepThatItHad() throws IOException {
    var run = folder.resolve("runs/first-run");
    Files.delete(run.resolve("events.tsv"));
    var answer = mine("/run/first-run");
    assertThat(answer).contains("cannot be shown", "first-run").doesNotContain(folder.toString());
    RunFolders.threeContinents(folder.resolve("runs/steps-run")).write();
    var whole = folder.resolve("runs/steps-run");
    Files.writeString(whole.resolve("run.json"), "{\n  \"name\": \"x\"\n}\n");
    var step = Files.createDirectories(whole.resolve("steps/selected"));
    for (var name : List.of("events.tsv", "summary.json", "run.json")) {
      Files.move(whole.resolve(name), step.resolve(name));
    }
    Files.writeString(whole.resolve("run.json"), "{\n  \"name\": \"x\"\n}\n");
    assertThat(mine("/run/steps-run")).contains("Predicted").doesNotContain("cannot be shown");
  }

  @Test
  void pagesLeadOnlyToWhatIsThere() throws IOException {
    assertThat(mine("/")).contains("href=\"/plan\"");
    server.close();
    enter(false, List.of());
    assertThat(mine("/")).contains("first-run").doesNotContain("href=\"/plan\"");
  }

  @Test
  void plansFollowChangesAndSayWhatIsWrong() throws IOException {
    var change = "/plan/answer?change=links%5Bargentina-spain%5D.bandwidth%3D";
    assertThat(mine(change + "100+KiB%2Fs")).contains("As it is").contains("--what-if=");
    assertThat(mine(change + "x")).contains("role=\"alert\"").contains("bandwidth");
    assertThat(mine("/plan/json?change=--efficiency%3D50%25")).contains("\"verdict\"");
    assertThat(mine("/plan/json?change=--aggregate%3D5")).contains("\"aggregate\" : 5");
    assertThat(mine("/plan/answer?change=--aggregate%3D3"))
        .contains("strait plan ")
        .contains(" --aggregate=3<");
    assertThat(mine("/plan/file"))
        .contains("steps:")
        .containsIgnoringCase("Content-disposition: attachment; filename=\"plan.yaml\"");
    var most = "/plan/json?change=clusters%5Bspain%5D.hosts%5Bfast%5D.count%3D";
    assertThat(mine(most + "2000000")).startsWith("HTTP/1.1 400").contains("at most 100,000");
    assertThat(mine("/plan/json?change=nothing")).startsWith("HTTP/1.1 400");
    var two = "clusters%5Bspain%5D.hosts%5Bfast%5D.count%3D60000";
    assertThat(mine("/plan/json?change=" + two + "&change=" + two.replace("fast", "slow")))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void slidersStandWhereTheAddressSays() throws IOException {
    assertThat(mine("/plan")).contains("value=\"85\" aria-valuetext=\"85 %\" data-start=\"85\"");
    assertThat(mine("/plan?change=--efficiency%3D50%25"))
        .contains("value=\"50\" aria-valuetext=\"85 %\" data-start=\"85\"");
    var bandwidth = "/plan?change=links%5Bargentina-spain%5D.bandwidth%3D";
    var changed = "value=\"%.6f\" aria-valuetext".formatted(Math.log(50));
    assertThat(mine(bandwidth + "50+kB%2Fs")).contains(changed);
    assertThat(mine(bandwidth + "0.05+MB%2Fs")).contains(changed);
    assertThat(mine("/plan?change=--deadline%3D1+d&change=--efficiency%3D0%25"))
        .startsWith("HTTP/1.1 200")
        .contains("role=\"alert\"");
    assertThat(mine(bandwidth + "x")).contains("role=\"alert\"").doesNotContain(changed);
    assertThat(mine("/plan?change=--exclude%3D%22%3E%3Cscript%3E")).doesNotContain("<script>");
  }

  @Test
  void whoAsksForTheHeadAloneGetsIt() throws IOException {
    var answer = ask("HEAD", "/", "Host: " + host, "Cookie: " + cookie);
    assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("<");
    assertRefused(ask("HEAD", "/", "Host: " + host), 403);
  }

  private void watchToItsEnd(Socket socket) throws IOException {
    var request =
        "GET /run/first-run/events HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n"
            .formatted(host, cookie);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    assertThat(until(socket.getInputStream(), "event: over")).contains("text/event-stream");
  }

  @Test
  void viewersAreToldWhenAServerEnds() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      watchToItsEnd(socket);
      server.close();
      var rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(rest).contains("event: left").endsWith("\r\n0\r\n\r\n");
    }
  }

  @Test
  void aViewerThatEndsIsForgotten() throws IOException, InterruptedException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      watchToItsEnd(socket);
      assertThat(server.viewers()).isEqualTo(1);
    }
  }

  private static String until(InputStream in, String end) throws IOException {
    var text = new StringBuilder();
    for (int b = in.read(); b >= 0 && text.indexOf(end) < 0; b = in.read()) {
      text.append((char) b);
    }
    return text.toString();
  }
}

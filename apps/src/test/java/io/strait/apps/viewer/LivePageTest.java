package io.strait.apps.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.code.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LivePageTest {
  private static Scene scene(String page) {
    return Scene.of(Settings.of(Map.of("page", page, "promised", "8.8", "width", "64")));
  }

  private static <T> HttpResponse<T> get(LivePage page, String path, HttpResponse.BodyHandler<T> as)
      throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(URI.create(page.address() + path)).build(), as);
    }
  }

  @Test
  void servesThePageAndTheLastFrame() throws Exception {
    try (var page = LivePage.open(scene("0"), 60)) {
      var html = get(page, "", HttpResponse.BodyHandlers.ofString());
      assertThat(html.statusCode()).isEqualTo(200);
      assertThat(html.headers().firstValue("Content-Security-Policy")).isPresent();
      assertThat(html.body()).contains("of 60", "width=\"64\"").doesNotContain("{units}");
      var bytes = HttpResponse.BodyHandlers.ofByteArray();
      assertThat(get(page, "frame.png", bytes).statusCode()).isEqualTo(404);
      page.show(0, new byte[] {1, 2});
      page.show(1, new byte[] {3, 4, 5});
      var frame = get(page, "frame.png?1", bytes);
      assertThat(frame.headers().firstValue("Content-Type")).contains("image/png");
      assertThat(frame.body()).containsExactly(3, 4, 5);
      assertThat(get(page, "secrets", bytes).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void tellsOfFramesUntilTheEnd() throws Exception {
    var page = LivePage.open(scene("0"), 3);
    var request = HttpRequest.newBuilder(URI.create(page.address() + "events")).build();
    try (var client = HttpClient.newHttpClient();
        var body = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
        var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      page.show(0, new byte[] {1});
      assertThat(lines.readLine())
          .isEqualTo("data: {\"frame\": 0, \"measured\": 0.00, \"promised\": 8.80}");
      assertThat(lines.readLine()).isEmpty();
      page.show(1, new byte[] {1});
      assertThat(lines.readLine())
          .matches("data: \\{\"frame\": 1, \"measured\": [0-9.]+, \"promised\": 8.80}");
      page.close();
      assertThat(lines.lines().toList()).contains("event: end");
    }
  }

  /** The page is for this machine: a stranger's name that leads here is not answered. */
  @Test
  void answersToItsOwnNameAlone() throws Exception {
    try (var page = LivePage.open(scene("0"), 3);
        var socket =
            new Socket(InetAddress.getLoopbackAddress(), URI.create(page.address()).getPort())) {
      var request = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      assertThat(new BufferedReader(in).readLine()).contains("403");
    }
  }

  @Test
  void namesThePortThatIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      assertThatThrownBy(() -> LivePage.open(scene(port), 3))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("page is " + port + ", which cannot be opened (")
          .hasMessageEndingWith("expected a free port");
    }
  }
}

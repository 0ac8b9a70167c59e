package io.strait.apps.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.kind.code.Settings;
import io.strait.program.run.Program;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePageTest {
  @TempDir Path folder;

  private static Scene scene(String page) {
    return Scene.of(Settings.of(Map.of("page", page, "width", "64")));
  }

  private static <T> HttpResponse<T> get(LivePage page, String path, HttpResponse.BodyHandler<T> as)
      throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(URI.create(page.address() + path)).build(), as);
    }
  }

  @Test
  void servesThePageAndTheLastFrame() throws Exception {
    try (var page = LivePage.open(scene("0"), 60, 0)) {
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
    var page = LivePage.open(scene("0"), 3, 8.8);
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

  @Test
  void theDisplayShowsWhatTheTracersSent() throws Exception {
    var grey = new byte[64 * 256 * 3];
    Arrays.fill(grey, (byte) 0x66);
    var said = new ArrayList<String>();
    try (var display = new Display(scene("0"), 1, 0, folder, said::add)) {
      display.run(new Columns(List.of(Arrays.copyOf(grey, 256 * 3 * 24), new byte[256 * 3 * 40])));
      var address = Files.readString(folder.resolve("page.txt")).strip();
      assertThat(said).containsExactly("strait: the view is live at " + address);
      var image = ImageIO.read(URI.create(address + "frame.png").toURL());
      assertThat(image.getWidth()).isEqualTo(64);
      assertThat(image.getHeight()).isEqualTo(256);
      var columns = scene("0").columns();
      assertThat(columns).startsWith(0, 39, 14, 53).doesNotHaveDuplicates();
      for (int i = 0; i < 64; i++) {
        assertThat(image.getRGB(columns[i], 4 * i)).isEqualTo(i < 24 ? 0xff666666 : 0xff000000);
      }
      assertThat(folder.resolve("frames/00000.png")).isNotEmptyFile();
      assertThatThrownBy(() -> display.run(new Columns(List.of(new byte[256 * 3 * 63]))))
          .hasMessage("63 columns came for frame 0, expected 64");
      assertThatThrownBy(() -> display.run(new Columns(List.of(new byte[256 * 3 * 65]))))
          .hasMessageStartingWith("49920 bytes came from a tracer");
    }
  }

  /** What tracers sent for a frame. */
  private record Columns(List<byte[]> parts) implements Program.Unit {
    @Override
    public long number() {
      return 0;
    }

    @Override
    public byte[] input(String calculation, int part) {
      return parts.get(part);
    }

    @Override
    public int parts(String calculation) {
      return parts.size();
    }

    @Override
    public void send(String calculation, int part, byte[] data, int offset, int length) {
      throw new UnsupportedOperationException("the display sends nothing");
    }
  }

  /** The page is for this machine: a stranger's name that leads here is not answered. */
  @Test
  void answersToItsOwnNameAlone() throws Exception {
    try (var page = LivePage.open(scene("0"), 3, 8.8);
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
      assertThatThrownBy(() -> LivePage.open(scene(port), 3, 0))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("page is " + port + ", which cannot be opened (")
          .hasMessageEndingWith("expected a free port");
    }
  }
}

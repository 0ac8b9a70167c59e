package io.strait.bench.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Pages that this benchmark may see.
 *
 * @param cookie what the link gave
 */
record Pages(HttpClient client, String base, String cookie) {
  /** Uses a link up. */
  static Pages enter(OurProcess.Serving serving) throws IOException, InterruptedException {
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var answer =
        client.send(
            HttpRequest.newBuilder(URI.create(serving.link())).build(), BodyHandlers.discarding());
    var cookie = answer.headers().firstValue("Set-Cookie").orElse("");
    return new Pages(client, serving.base(), cookie.replaceFirst(";.*", ""));
  }

  int port() {
    return URI.create(base).getPort();
  }

  /** What a page holds. */
  String get(String path) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Cookie", cookie)
            .timeout(Duration.ofSeconds(60))
            .build();
    var answer = client.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("%s: %d %s".formatted(path, answer.statusCode(), answer.body()));
    }
    return answer.body();
  }

  /** How many watch. */
  int viewers() throws IOException, InterruptedException {
    return Integer.parseInt(get("/metrics").replaceFirst("(?s).*\nstrait_viewers (\\d+).*", "$1"));
  }
}

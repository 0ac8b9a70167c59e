package io.strait.kind.run;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks a running master what {@link Control} answers. */
public final class ControlClient {
  private ControlClient() {}

  /** Asks a running master; null if none runs. */
  public static @Nullable String ask(RunFolder run, String what) throws IOException {
    var control = run.read("control.json");
    if (!control.containsKey("port")) {
      return null;
    }
    try (var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:%s/%s".formatted(control.get("port"), what)))
              .header("Authorization", "Bearer " + control.get("secret"))
              .timeout(Duration.ofSeconds(10))
              .build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        return null;
      }
      return answer.body();
    } catch (java.net.ConnectException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (IllegalArgumentException e) {
      throw new InputException("%s: control.json cannot be read".formatted(run.path()));
    }
  }
}

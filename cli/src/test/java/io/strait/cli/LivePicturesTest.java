package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Makes the pictures of docs/live.md: {@code tools/pictures}. */
@EnabledIfSystemProperty(named = "strait.pictures", matches = ".+")
class LivePicturesTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Pattern DONE = Pattern.compile("(\\d+) %");
  private static final int WIDTH = 1180;

  /** Bytes that a picture may have. */
  private static final int MOST = 150_000;

  private final Path out = CommandLineRun.root().resolve(System.getProperty("strait.pictures", ""));

  @TempDir private Path folder;

  private void keep(Browser browser, String name) throws IOException {
    var bytes = browser.picture();
    assertThat(bytes.length).as(name).isLessThan(MOST);
    Files.write(out.resolve(name), bytes);
  }

  @Test
  void picturesOfTheMainPages() throws IOException, InterruptedException {
    var example = CommandLineRun.example("three-continents");
    var grid = example + "/grid.yaml"; // without the other steps that run.yaml names
    var app = example + "/app.yaml";
    try (var pages = new LivePages(folder)) {
      var browser = pages.browser;
      browser.size(WIDTH, 1_250);
      var run =
          pages.serve(
              "", "run", grid, app, "--duration", "30s", "--folder", "runs/first", "--serve");
      Browser.await("half of it", LONG, () -> isAt(browser, 45));
      keep(browser, "live-run.png");
      assertThat(run.waitFor()).isZero();
    }
    CommandLineRun.of(
        "run",
        grid,
        app,
        "--duration",
        "15s",
        "--folder",
        folder.resolve("runs/second").toString());
    try (var pages = new LivePages(folder)) {
      var browser = pages.browser;
      browser.size(WIDTH, 900);
      pages.serve("", "serve", "--plan", example);
      Browser.await("two runs", LONG, () -> browser.all("tbody tr").size() == 2);
      pages.open("/compare?run=first&run=second");
      Browser.await("compared", LONG, () -> browser.text("main").contains("compared"));
      keep(browser, "live-compare.png");
      pages.open("/run/first");
      Browser.await("a report", LONG, () -> browser.text("main").contains("Predicted"));
      keep(browser, "live-report.png");
      pages.open("/plan");
      Browser.await("a plan", LONG, () -> browser.text("#answer h2").contains("times"));
      keep(browser, "live-plan.png");
    }
  }

  /** Whether so many percent of the run are done. */
  private static boolean isAt(Browser browser, int percent) {
    var done = DONE.matcher(browser.text("#progress"));
    return done.find() && Integer.parseInt(done.group(1)) >= percent;
  }
}

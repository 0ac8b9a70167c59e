package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Pages of runs and plans in a real browser, of real runs. */
@Tag("real")
class LivePageTest {
  private static final Duration LONG = Duration.ofSeconds(120);
  private static final Pattern LINK = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)(/enter\\S+)");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Browser browser;
  private String base = "";

  @BeforeEach
  void open() {
    browser = new Browser();
  }

  @AfterEach
  void close() {
    browser.close();
    for (var process : processes) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  /** Starts a command in a process of its own, and opens the link that it prints. */
  private Process serve(String page, String... args) throws IOException {
    var process = start(args);
    @SuppressWarnings("PMD.CloseResource") // with the process
    var lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var found = LINK.matcher(line);
      if (found.find()) {
        base = found.group(1);
        browser.open(found.group() + (page.isEmpty() ? "" : "&to=" + page));
        Thread.ofVirtual().start(() -> lines.lines().forEach(each -> {}));
        return process;
      }
    }
    throw new AssertionError("no link was printed");
  }

  private Process start(String... args) throws IOException {
    var process =
        new ProcessBuilder(TestLab.java(Main.class, args))
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    return process;
  }

  private void assertGood() throws IOException {
    assertThat(browser.barriers()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void slidersChangeAPlan() throws IOException, InterruptedException {
    serve("/plan", "serve", ".", "--plan", CommandLineRun.example("three-continents"));
    Browser.await("a plan", LONG, () -> browser.text("#answer h2").contains("16.2 times"));
    assertGood();
    var slider = browser.find("#knobs input");
    browser.run("arguments[0].focus()", slider);
    for (int i = 0; i < 30; i++) {
      slider.sendKeys(Keys.ARROW_LEFT);
    }
    Browser.await("another", LONG, () -> !browser.text("#answer h2").contains("16.2 times"));
    assertThat(browser.text("#answer")).contains("As it is:").contains("strait plan");
    browser.find("#as-it-is").click();
    Browser.await("as it was", LONG, () -> browser.text("#answer h2").contains("16.2 times"));
    browser.prefers("dark");
    browser.size(400, 800);
    assertThat(browser.fits()).isTrue();
    assertGood();
  }

  @Test
  void runsThatAreOverAreListedShownAndCompared() throws IOException, InterruptedException {
    RunFolders.threeContinents(folder.resolve("runs/a")).write();
    RunFolders.threeContinents(folder.resolve("runs/b")).write();
    for (var name : List.of("a", "b")) {
      Files.writeString(folder.resolve("runs/" + name + "/run.json"), "{\n  \"name\": \"x\"\n}\n");
    }
    serve("", "serve");
    Browser.await("two runs", LONG, () -> browser.all("tbody tr").size() == 2);
    assertGood();
    browser.all("input[type=checkbox]").forEach(box -> box.sendKeys(Keys.SPACE));
    browser.find("form button").click();
    Browser.await("compared", LONG, () -> browser.text("main").contains("2 runs compared"));
    assertGood();
    browser.open(base + "/run/a");
    Browser.await("a report", LONG, () -> browser.text("main").contains("Predicted, simulated"));
    assertGood();
  }
}

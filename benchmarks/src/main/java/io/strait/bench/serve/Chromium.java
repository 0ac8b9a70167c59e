package io.strait.bench.serve;

import io.strait.bench.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A real browser without a screen, and how long its pages were blocked. */
final class Chromium implements AutoCloseable {
  private static final Path BINARY = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /** In the folder of the sources, where benchmarks run. */
  private static final Path FLAGS = Path.of("tools/chromium");

  /** Tasks of the main thread above 50 ms, which is what a browser calls long. */
  private static final String OBSERVE =
      """
      window.longTasks = [];
      new PerformanceObserver(list => list.getEntries().forEach(
          entry => window.longTasks.push(entry.duration))).observe({type: 'longtask', buffered: true});
      """;

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Null if there is none. */
  static @Nullable Chromium open() throws IOException {
    if (!Files.isExecutable(DRIVER)) {
      Command.install("chromium", "chromium-driver");
    }
    if (!Files.isExecutable(BINARY) || !Files.isExecutable(DRIVER)) {
      return null;
    }
    var options = new ChromeOptions();
    options.setBinary(BINARY.toFile());
    options.addArguments(
        Files.readAllLines(FLAGS).stream().filter(line -> line.startsWith("--")).toList());
    return new Chromium(
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(first().toFile()).build(),
            options));
  }

  /**
   * The driver, which comes before others on these cores if that is allowed: a viewer has a machine
   * of its own, and what is to be measured is the page.
   */
  private static Path first() throws IOException {
    var script =
        Files.createTempFile(
            "chromedriver",
            ".sh",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(
        script,
        """
        #!/bin/sh
        chrt --rr 1 true 2>/dev/null && exec chrt --rr 1 %1$s "$@"
        exec %1$s "$@"
        """
            .formatted(DRIVER));
    script.toFile().deleteOnExit();
    return script;
  }

  /**
   * Long tasks of a page.
   *
   * @param longest in milliseconds; 0 if none was above 50
   */
  record Blocked(int count, double longest) {
    /** What a page gets that does not answer any more. */
    static final Blocked HANGS = new Blocked(1, Double.POSITIVE_INFINITY);

    @Override
    public String toString() {
      if (this.equals(HANGS)) {
        return "does not answer for half a minute";
      }
      return count == 0 ? "below 50 ms" : "%.0f ms, %d above 50 ms".formatted(longest, count);
    }
  }

  /** Opens a page; what its opening takes is counted apart. */
  Blocked show(String address) {
    driver.get(address);
    driver.executeScript(OBSERVE);
    pause();
    return blocked();
  }

  private static void pause() {
    try {
      Thread.sleep(300); // for what has gathered to be told
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was blocked since this was asked last. */
  Blocked blocked() {
    double longest = 0;
    int count = 0;
    String all;
    try {
      all =
          String.valueOf(
              driver.executeScript(
                  "const all = window.longTasks.join(' '); window.longTasks = []; return all"));
    } catch (TimeoutException e) {
      return Blocked.HANGS;
    }
    for (var word : all.split(" ", -1)) {
      if (!word.isEmpty()) {
        longest = Math.max(longest, Double.parseDouble(word));
        count++;
      }
    }
    return new Blocked(count, longest);
  }

  /** What a part of the page says. */
  String text(String selector) {
    return String.valueOf(
        driver.executeScript(
            "return document.querySelector(arguments[0])?.textContent ?? ''", selector));
  }

  @Override
  public void close() {
    driver.quit();
  }
}

package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A real browser without a screen. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private final ChromeDriver driver;

  /**
   * Starts it.
   *
   * @param more options beside those of all browsers
   */
  Browser(String... more) {
    isInstalled();
    var options = new ChromeOptions();
    options.addArguments(more);
    options.setCapability(ChromeOptions.LOGGING_PREFS, Map.of(LogType.BROWSER, "ALL"));
    options.setBinary(CHROMIUM.toFile());
    try (var lines = Files.lines(CommandLineRun.root().resolve("tools/chromium"))) {
      options.addArguments(lines.filter(line -> line.startsWith("--")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  static void isInstalled() {
    assumeTrue(Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER), "no chromium");
  }

  ChromeDriver driver() {
    return driver;
  }

  void open(String address) {
    driver.get(address);
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** The text of a part of the page, also of what is not in sight. */
  String text(String selector) {
    var script = "return document.querySelector(arguments[0])?.textContent ?? ''";
    return String.valueOf(driver.executeScript(script, selector));
  }

  Object run(String script, Object... arguments) {
    return Objects.requireNonNullElse(driver.executeScript(script, arguments), "");
  }

  /** Waits until something is so, for as long as a slow machine may take. */
  static void await(String what, Duration longest, BooleanSupplier isSo)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!isSo.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.sleep(50);
    }
  }

  /** What the browser complained of. */
  List<String> complaints() {
    return said(Level.WARNING);
  }

  /** What pages have written to the browser's console since it was asked last. */
  List<String> said(Level least) {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= least.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** What axe finds wrong for people who do not see, or do not point. */
  List<String> barriers() throws IOException {
    try (var in = Browser.class.getResourceAsStream("/axe.min.js")) {
      driver.executeScript(
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    }
    var found =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document).then(r => done(r.violations.map(v =>
                v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(' | '))));
            """);
    return found instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** Whether nothing is wider than the window. */
  boolean fits() {
    return Boolean.TRUE.equals(
        driver.executeScript(
            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"));
  }

  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** Light or dark, as people have set it. */
  void prefers(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  @Override
  public void close() {
    driver.quit();
  }
}

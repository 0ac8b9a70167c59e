package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strait.lab.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** Pages of runs and plans in a real browser, of real runs. */
@Tag("real")
class LivePageTest {
  private static final Duration LONG = Duration.ofSeconds(120);

  @TempDir private Path folder;
  private LivePages pages;
  private Browser browser;

  @BeforeEach
  void open() {
    pages = new LivePages(folder);
    browser = pages.browser;
  }

  @AfterEach
  void close() {
    pages.close();
  }

  @Test
  void slidersChangeAPlan() throws IOException, InterruptedException {
    pages.serve("/plan", "serve", ".", "--plan", CommandLineRun.example("three-continents"));
    Browser.await("a plan", LONG, () -> browser.text("#answer h2").contains("16.2 times"));
    pages.assertGood();
    var slider = browser.find("#knobs input");
    browser.run("arguments[0].focus()", slider);
    for (int i = 0; i < 30; i++) {
      slider.sendKeys(Keys.ARROW_LEFT);
    }
    Browser.await("another", LONG, () -> !browser.text("#answer h2").contains("16.2 times"));
    assertThat(browser.text("#answer")).contains("As it is:").contains("strait plan");
    browser.find("#as-it-is").click();
    Browser.await("as it was", LONG, () -> browser.text("#answer h2").contains("16.2 times"));
    assertThat(browser.find("#verdict").isDisplayed()).isFalse();
    pages.open("/plan?change=--efficiency%3D50%25");
    var efficiency = ".knob[data-path='--efficiency']";
    Browser.await("50%", LONG, () -> browser.text(efficiency + " output").equals("50%"));
    assertThat(browser.find(efficiency).getDomAttribute("class")).contains("changed");
    assertThat(browser.find(efficiency + " input").getDomAttribute("aria-valuetext"))
        .isEqualTo("50%");
    // What has no slider stays when one is moved, until it is taken back.
    pages.open("/plan?change=tasks%3D50");
    Browser.await("a change", LONG, () -> browser.text("#others").contains("tasks = 50"));
    browser.find("#knobs input").sendKeys(Keys.ARROW_LEFT);
    Browser.await(
        "both changes",
        LONG,
        () -> browser.text("#answer").contains("--what-if=tasks=50 '--what-if=links["));
    assertThat(String.valueOf(browser.run("return location.search"))).contains("tasks%3D50");
    pages.assertGood();
    browser.find("#others button").click();
    Browser.await("without it", LONG, () -> !browser.text("#answer").contains("tasks=50"));
    assertThat(browser.all("#others li")).isEmpty();

    pages.open("/plan?change=--efficiency%3Dall");
    Browser.await("a mistake", LONG, () -> !browser.find("#save-plan").isEnabled());
    browser.find("#as-it-is").click();
    Browser.await("as it was", LONG, () -> browser.text("#answer h2").contains("16.2 times"));
    assertThat(browser.find("#save-plan").isEnabled()).isTrue();
    browser.prefers("dark");
    browser.size(400, 800);
    assertThat(browser.fits()).isTrue();
    assertThat(browser.text("#verdict")).contains("16.2 times");
    pages.assertGood();
  }

  @Test
  void runsThatAreOverAreListedShownAndCompared() throws IOException, InterruptedException {
    RunFolders.threeContinents(folder.resolve("runs/a")).write();
    RunFolders.threeContinents(folder.resolve("runs/b")).write();
    for (var name : List.of("a", "b")) {
      Files.writeString(folder.resolve("runs/" + name + "/run.json"), "{\n  \"name\": \"x\"\n}\n");
    }
    pages.serve("", "serve");
    Browser.await("two runs", LONG, () -> browser.all("tbody tr").size() == 2);
    pages.assertGood();
    browser.all("input[type=checkbox]").forEach(box -> box.sendKeys(Keys.SPACE));
    browser.find("form button").click();
    Browser.await("compared", LONG, () -> browser.text("main").contains("2 runs compared"));
    pages.assertGood();
    pages.open("/run/a");
    Browser.await("a report", LONG, () -> browser.text("main").contains("Predicted, simulated"));
    pages.assertGood();
    pages.open("/compare");
    assertThat(browser.text("main")).contains("Expected 2 to 20 runs");
  }

  private static final String GRID =
      """
      grid: two
      home: a
      clusters:
        a: {hosts: [{name: m, role: master}, {name: x, count: 2, rate: 10/s}]}
        b: {hosts: [{name: y, count: 2, rate: 10/s}]}
      links: [{between: [a, b], bandwidth: 10 MB/s, latency: 1 ms}]
      """;

  private static final int TASKS = 1_500;

  /** Tasks take their time until there is a file; one fails the first time. */
  private static final String APP =
      """
      app: sleepers
      kind: farm
      tasks: %d
      input: 4 B
      output: 8 B
      reduce: concat
      run: {command: "if [ {id}{attempt} = 301 ]; then echo '</pre><script>no' >&2; exit 3; fi; [ -e %s ] || sleep 0.4; echo {id}", retries: 2}
      """;

  /** The process of a node of the run, as it was started. */
  private static ProcessHandle node(Process run, String... words) {
    return run.descendants()
        .filter(ProcessHandle::isAlive)
        .filter(
            each -> {
              var line = commandLine(each);
              return List.of(words).stream().allMatch(word -> line.contains("\0" + word + "\0"));
            })
        .findFirst()
        .orElseThrow(() -> new AssertionError("no process of " + List.of(words)));
  }

  /** Words with zeros between; Java's own view of it leaves long ones out. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  /** Waits until the page shows something, and tells how long that took. */
  private void shows(String selector, String text) throws InterruptedException {
    long began = System.nanoTime();
    try {
      Browser.await(text, LONG, () -> browser.text(selector).contains(text));
    } catch (AssertionError e) {
      throw new AssertionError(
          "no '%s' on the page:%n%s%nSaid was: %s"
              .formatted(text, browser.text("body"), pages.said),
          e);
    }
    System.out.printf("%s: on the page after %.1f s%n", text, (System.nanoTime() - began) * 1e-9);
  }

  private static void signal(ProcessHandle process, String name)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Presses a key where the focus is, whatever the page puts there meanwhile. */
  private void press(CharSequence... keys) {
    new Actions(browser.driver()).sendKeys(keys).perform();
  }

  /** Goes on with the Tab key until something has the focus. */
  private void tabTo(String selector) {
    for (int i = 0; i < 60; i++) {
      press(Keys.TAB);
      if (Boolean.TRUE.equals(
          browser.run("return document.activeElement.matches(arguments[0])", selector))) {
        return;
      }
    }
    throw new AssertionError("the Tab key does not lead to " + selector);
  }

  /** When a table comes anew, it has the focus still, and shows the columns that it showed. */
  private void assertReadersAreNotDisturbed() throws InterruptedException {
    assertThat(
            browser.run(
                """
                const table = document.querySelector('#clusters .scroll');
                table.focus();
                table.scrollLeft = 30;
                window.read = table;
                return table.scrollLeft > 0 && document.activeElement === table;
                """))
        .isEqualTo(true);
    Browser.await(
        "a new table",
        LONG,
        () -> Boolean.TRUE.equals(browser.run("return !window.read.isConnected")));
    assertThat(
            browser.run(
                """
                const table = document.querySelector('#clusters .scroll');
                return table.scrollLeft > 0 && document.activeElement === table;
                """))
        .isEqualTo(true);
  }

  @Test
  void aRunIsWatchedFromItsStartToItsEnd() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("grid.yaml"), GRID);
    var end = folder.resolve("end");
    Files.writeString(folder.resolve("app.yaml"), APP.formatted(TASKS, end));
    var run =
        pages.serve(
            "",
            "run",
            ".",
            "--workers",
            "processes",
            "--lease",
            "4s",
            "--folder",
            "runs/r",
            "--serve",
            "--control");
    shows("#crew", "4 of 4 workers are here");
    shows("#news", "gateway b joined");
    shows("#tiles", "nothing was promised");
    pages.assertGood();
    shows("#tiles", "tasks done");

    // By keyboard alone: one worker, and back.
    tabTo("#map-1");
    press(Keys.ARROW_RIGHT);
    press(Keys.ENTER);
    shows("dialog[open]", "tasks done");
    assertThat(browser.text("dialog[open] h2")).isEqualTo("y2");
    pages.assertGood();
    press(Keys.ESCAPE);
    Browser.await("closed", LONG, () -> browser.all("dialog[open]").isEmpty());

    shows("#failures", "</pre><script>no");
    node(run, "worker", "y1").destroyForcibly();
    shows("#news", "worker y1 is gone");
    shows("#crew", "4 of 4 workers are here"); // another took its place

    // Nothing passes between a gateway that is stopped and the master.
    var gateway = node(run, "gateway", "b");
    signal(gateway, "STOP");
    shows("#clusters", "cut off");
    signal(gateway, "CONT");
    Browser.await("back", LONG, () -> !browser.text("#clusters").contains("cut off"));

    // Drained by keyboard, after it was asked twice.
    tabTo("form[action$=workers]:has([value=b]) button[name=drain]");
    press(Keys.ENTER);
    shows("h1", "Drain b?");
    pages.assertGood();
    tabTo("main button");
    press(Keys.ENTER);
    shows("#clusters", "drained");
    shows("#news", "none of the workers of b get tasks");

    browser.size(400, 800);
    browser.prefers("dark");
    shows("#report", "Predicted"); // the report so far
    assertThat(browser.fits()).isTrue();
    pages.assertGood();
    assertReadersAreNotDisturbed();

    tabTo("form[action$=workers]:has([value=b]) input[type=number]");
    assertThat(browser.run("return document.activeElement.value")).isEqualTo("0"); // drained
    press(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ENTER);
    shows("h1", "Give tasks to 2 of the workers of b?");
    tabTo("main button");
    press(Keys.ENTER);
    shows("#news", "all of the workers of b get tasks");

    Files.writeString(end, "");
    shows("#trouble", "The run is over");
    browser.find("#trouble a").click();
    Browser.await("another page", LONG, () -> browser.all("#headline").isEmpty());
    shows("main", "Predicted, simulated, measured");
    pages.assertGood();
    assertThat(run.waitFor()).isZero();
    assertThat(pages.said).anyMatch(line -> line.startsWith("opened; for another browser: http"));
    var expected = IntStream.range(0, TASKS).mapToObj(i -> i + "\n").collect(Collectors.joining());
    assertThat(folder.resolve("runs/r/result")).hasContent(expected.stripTrailing());
  }

  /** A gap between hosts of a lab, which carries real TCP, until it is cut. */
  @Test
  void aGapThatIsCutIsSeen() throws IOException, InterruptedException {
    assumeTrue(Needs.missing() == null, Needs.missing());
    Files.writeString(
        folder.resolve("grid.yaml"),
        """
        grid: two
        home: home
        clusters:
          home: {hosts: [{name: m, role: master}, {name: h, rate: 5/s}]}
          far: {hosts: [{name: f, rate: 5/s}]}
        links: [{between: [home, far], bandwidth: 1 MB/s, latency: 5 ms}]
        """);
    var end = folder.resolve("end");
    Files.writeString(
        folder.resolve("app.yaml"),
        """
        {app: sleepers, kind: farm, tasks: 200, input: 4 B, output: 8 B, reduce: none,
         run: {command: "[ -e %s ] || sleep 0.2; echo {id}"}}
        """
            .formatted(end));
    var run = pages.start("run", ".", "--lab", "--lease", "3s", "--folder", "runs/r");
    Browser.await("a master", LONG, () -> Files.exists(folder.resolve("runs/r/control.json")));
    pages.serve("/run/r", "serve");
    shows("#crew", "2 of 2 workers are here");
    var lab = new TestLab("run-" + run.pid());
    lab.mustDo("cut", "home-far");
    shows("#clusters", "cut off");
    lab.mustDo("heal");
    Browser.await("back", LONG, () -> !browser.text("#clusters").contains("cut off"));
    Files.writeString(end, "");
    shows("#trouble", "The run is over");
    pages.assertGood();
    assertThat(run.waitFor()).isZero();
  }
}

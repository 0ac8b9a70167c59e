package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser: nothing sticks out, nothing is complained about. */
@Tag("real")
class ReportBrowserTest {
  /** Pages that take long to be searched for barriers look like smaller ones. */
  private static final long LARGE = 500_000;

  private static final List<Integer> WIDTHS = List.of(400, 768, 1600);

  /** Shows a page in frames as wide as devices and writes down what sticks out of them. */
  private static final String FRAMES =
      """
      <!DOCTYPE html><html><body><script>
      for (const width of [400, 768, 1600]) {
        const frame = document.createElement('iframe');
        frame.style.cssText = `width:${width}px;height:900px;border:0`;
        frame.onload = () => {
          const page = frame.contentDocument.documentElement;
          const out = [...page.querySelectorAll('body *')].filter(e =>
              !e.closest('.scroll') && e.getBoundingClientRect().right > page.clientWidth + 1);
          const answer = document.createElement('p');
          answer.textContent = `width ${width}: ${page.scrollWidth - page.clientWidth} too wide,`
              + ` ${out.length} stick out, ${page.querySelectorAll('svg').length} charts`
              + out.slice(0, 3).map(e => ' ' + e.outerHTML.slice(0, 80)).join('');
          document.body.append(answer);
        };
        frame.src = 'page.html';
        document.body.append(frame);
      }
      </script></body></html>
      """;

  private static Browser browser;

  @TempDir private Path folder;

  /** Pages and what looks at them are files, which may not look at each other elsewhere. */
  @BeforeAll
  static void open() {
    browser = new Browser("--disable-web-security", "--allow-file-access-from-files");
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private void assertGood(int charts) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("frames.html"), FRAMES);
    browser.open(folder.resolve("frames.html").toUri().toString());
    Browser.await(
        "three frames", Duration.ofSeconds(120), () -> browser.all("p").size() == WIDTHS.size());
    var found = browser.text("body");
    for (int width : WIDTHS) {
      assertThat(found)
          .contains("width %d: 0 too wide, 0 stick out, %d charts".formatted(width, charts));
    }
    assertThat(browser.said(Level.ALL)).isEmpty();
    var page = folder.resolve("page.html");
    if (Files.size(page) < LARGE) {
      browser.open(page.toUri().toString());
      for (var scheme : List.of("light", "dark")) {
        browser.prefers(scheme);
        assertThat(browser.barriers()).as(scheme).isEmpty();
      }
    }
  }

  private void report(Path... runs) {
    var words = new ArrayList<>(List.of("report"));
    for (var run : runs) {
      words.add(run.toString());
    }
    words.addAll(List.of("--output", folder.resolve("page.html").toString()));
    assertThat(CommandLineRun.of(words.toArray(String[]::new)).exitCode()).isZero();
  }

  @Test
  void aPageOfThreeClusters() throws Exception {
    report(
        RunFolders.threeContinents(folder.resolve("run"))
            .cut("argentina-spain", 2, 4000, 5200)
            .write());
    assertGood(6);
  }

  @Test
  void aPageOfAThousandWorkers() throws Exception {
    report(RunFolders.large(folder.resolve("run")).write());
    assertGood(10);
  }

  @Test
  void aComparison() throws Exception {
    report(
        RunFolders.three(folder.resolve("one")).write(),
        RunFolders.three(folder.resolve("a-run-with-a-very-long-name-that-does-not-end-here"))
            .down("b", 5, 40)
            .write());
    assertGood(1);
  }

  @Test
  void aPageOfAStencil() throws Exception {
    var run = folder.resolve("run");
    var result =
        CommandLineRun.of(
            "run",
            StencilFolders.shortHeat(folder.resolve("short")),
            "--duration",
            "1s",
            "--steps",
            "lhrp,wavefront",
            "--folder",
            run.toString(),
            "--quiet");
    assertThat(result.exitCode()).as(result.err()).isZero();
    report(run);
    // Two clusters with three strategies, and three ways to share out the domain.
    assertGood(9);
  }

  @Test
  void aPageOfAStencilOnAThousandRanks() throws Exception {
    var run = StencilFolders.large(folder.resolve("run"));
    report(run);
    assertThat(Files.size(folder.resolve("page.html"))).isLessThan(3_000_000);
    assertGood(4);
    var other = folder.resolve("a-run-with-a-very-long-name-that-does-not-end-here");
    Files.move(run, other);
    report(other, other);
    assertGood(6);
  }

  @Test
  void aPageOfARealignment() throws Exception {
    report(RealignFolders.example(folder.resolve("run"), "realign"));
    assertGood(2);
  }

  @Test
  void aPageOfARealignmentOfAThousandRanks() throws Exception {
    report(RealignFolders.large(folder.resolve("run")));
    assertThat(Files.size(folder.resolve("page.html"))).isLessThan(3_000_000);
    assertGood(2);
  }

  @Test
  void aPageOfAProgram() throws Exception {
    var run = folder.resolve("run");
    ProgramFolders.run(folder.resolve("files"), run);
    report(run);
    assertGood(1);
    var other = folder.resolve("a-run-with-a-very-long-name-that-does-not-end-here");
    Files.move(run, other);
    report(other, other);
    assertGood(2);
  }
}

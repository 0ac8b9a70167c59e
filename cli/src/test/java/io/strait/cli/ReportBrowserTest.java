package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser: nothing sticks out, nothing is complained about. */
@Tag("real")
class ReportBrowserTest {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

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

  @TempDir private Path folder;

  @BeforeAll
  static void isInstalled() {
    assumeTrue(Files.isExecutable(CHROMIUM), "no chromium");
  }

  private void assertGood(int charts) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("frames.html"), FRAMES);
    var out = folder.resolve("out").toFile();
    var err = folder.resolve("err").toFile();
    var process =
        new ProcessBuilder(
                CHROMIUM.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-web-security",
                "--allow-file-access-from-files",
                "--user-data-dir=" + folder.resolve("profile"),
                "--virtual-time-budget=20000",
                "--enable-logging=stderr",
                "--dump-dom",
                folder.resolve("frames.html").toUri().toString())
            .redirectOutput(out)
            .redirectError(err)
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    var dom = Files.readString(out.toPath());
    for (int width : List.of(400, 768, 1600)) {
      assertThat(dom)
          .contains("width %d: 0 too wide, 0 stick out, %d charts".formatted(width, charts));
    }
    assertThat(Files.readAllLines(err.toPath()).stream().filter(l -> l.contains("CONSOLE")))
        .isEmpty();
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

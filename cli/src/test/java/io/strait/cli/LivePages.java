package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Commands in processes of their own, and a browser that opens the pages which they serve. */
final class LivePages implements AutoCloseable {
  private static final Pattern LINK = Pattern.compile("https?://\\S+/enter\\S+");

  final Browser browser = new Browser();
  final Path folder;

  /** What was said after the first link. */
  final List<String> said = new CopyOnWriteArrayList<>();

  private final List<Process> processes = new ArrayList<>();
  private String base = "";

  /**
   * @param folder where commands are given
   */
  LivePages(Path folder) {
    this.folder = folder;
  }

  /** Starts a command, and opens the link that it prints. */
  Process serve(String page, String... args) throws IOException {
    var process = start(args);
    var link = link(process, said::add);
    base = link.substring(0, link.indexOf("/enter"));
    browser.open(link + (page.isEmpty() ? "" : "&to=" + page));
    return process;
  }

  /**
   * The link that a process prints on its error stream.
   *
   * @param later takes what it says afterwards
   */
  static String link(Process process, Consumer<String> later) throws IOException {
    @SuppressWarnings("PMD.CloseResource") // with the process
    var lines = process.errorReader(StandardCharsets.UTF_8);
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var found = LINK.matcher(line);
      if (found.find()) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(later));
        return found.group();
      }
    }
    throw new AssertionError("no link was printed");
  }

  /** Starts a command. */
  Process start(String... args) throws IOException {
    var process =
        new ProcessBuilder(TestLab.java(Main.class, args))
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    return process;
  }

  /** Another page of the same server. */
  void open(String page) {
    browser.open(base + page);
  }

  /** Nothing keeps anybody out, and the browser has nothing to complain of. */
  void assertGood() throws IOException {
    assertThat(browser.barriers()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Override
  public void close() {
    browser.close();
    for (var process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}

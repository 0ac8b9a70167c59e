package io.strait.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The terminal behind standard error, if there is one, and its size, which may change. */
public final class Terminal {
  /** How large it is. */
  public record Size(int columns, int lines) {
    static final Size USUAL = new Size(80, 24);
  }

  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final Pattern STTY = Pattern.compile("(\\d{1,4}) (\\d{1,4})\\s*");

  private Size size = Size.USUAL;
  private long asked;
  private boolean known;

  private Terminal() {}

  /** The terminal to which standard error goes; null if it goes elsewhere. */
  public static @Nullable Terminal ofStandardError() {
    @Nullable String kind = System.getenv("TERM");
    if (kind == null || kind.equals("dumb")) {
      return null;
    }
    var stream = Path.of("/proc/self/fd/2");
    boolean there;
    if (Files.isSymbolicLink(stream)) {
      try {
        var target = Files.readSymbolicLink(stream).toString();
        there = target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
      } catch (IOException e) {
        there = false;
      }
    } else {
      there = System.console() != null && System.console().isTerminal();
    }
    return there ? new Terminal() : null;
  }

  /** Its size now, or some seconds ago. */
  public Size size() {
    long now = System.nanoTime();
    if (!known || now - asked > EVERY_NANOS) {
      known = true;
      asked = now;
      int columns = fromEnvironment("COLUMNS");
      int lines = fromEnvironment("LINES");
      if (columns == 0 || lines == 0) {
        var told = ask();
        columns = columns == 0 ? told.columns : columns;
        lines = lines == 0 ? told.lines : lines;
      }
      size = new Size(columns, lines);
    }
    return size;
  }

  private static int fromEnvironment(String name) {
    @Nullable String value = System.getenv(name);
    return value != null && value.matches("[1-9]\\d{0,3}") ? Integer.parseInt(value) : 0;
  }

  private static Size ask() {
    @Nullable Process stty = null;
    try {
      stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (stty.waitFor(1, TimeUnit.SECONDS)) {
        var answer =
            STTY.matcher(
                new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        if (answer.matches() && !answer.group(1).equals("0") && !answer.group(2).equals("0")) {
          return new Size(Integer.parseInt(answer.group(2)), Integer.parseInt(answer.group(1)));
        }
      }
    } catch (IOException e) {
      // No stty, no terminal of our own: the usual size will do.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (stty != null) {
        stty.destroyForcibly();
      }
    }
    return Size.USUAL;
  }
}

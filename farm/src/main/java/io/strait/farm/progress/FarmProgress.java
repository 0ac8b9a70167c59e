package io.strait.farm.progress;

import io.strait.farm.run.FarmStatus;
import io.strait.view.LiveBlock;
import io.strait.view.Style;
import io.strait.view.Terminal;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a run is: a block that rewrites itself on a terminal, a line now and then
 * elsewhere, nothing if quiet. Any thread may call it.
 */
public final class FarmProgress {
  private static final long FIRST_NANOS = 1_000_000_000L;
  private static final long LINE_NANOS = 10_000_000_000L;

  /** Where to show it, and how. */
  public record Look(@Nullable Terminal terminal, boolean colours, boolean quiet) {}

  private final PrintWriter err;
  private final Look look;
  private final ProgressMeters meters;
  private final LiveBlock block;
  private long next;
  private boolean over;

  /**
   * @param began when the master began, in nanoseconds
   */
  public FarmProgress(PrintWriter err, Look look, ProgressMeters meters, long began) {
    this.err = err;
    this.look = look;
    this.meters = meters;
    this.block = new LiveBlock(err);
    this.next = began + FIRST_NANOS;
  }

  /** Takes note of how the run stands at a time, and shows it if that is due. */
  public synchronized void show(FarmStatus status, long time) {
    var view = meters.look(status, time);
    if (look.quiet || over || time < next) {
      return;
    }
    var terminal = look.terminal;
    if (terminal == null) {
      next = time + LINE_NANOS;
      err.println(ProgressText.line(view));
      err.flush();
    } else {
      var size = terminal.size();
      block.show(ProgressText.block(view, size, new Style(look.colours)), size.columns());
    }
  }

  /** Says something that stays. */
  public synchronized void say(String line) {
    if (look.terminal == null) {
      err.println(line);
      err.flush();
    } else {
      block.say(line, look.terminal.size().columns());
    }
  }

  /** Clears the block; nothing more is shown. */
  public synchronized void end() {
    over = true;
    if (look.terminal != null) {
      block.clear(look.terminal.size().columns());
    }
  }
}

package io.strait.farm;

import io.strait.farm.run.NodeEnd;
import io.strait.kind.option.Option;
import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Joining;
import io.strait.kind.run.Shutdown;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The part of a gateway or worker in one run, after which it may wait for the next.
 *
 * @param stay whether it does
 * @param close closes the node
 */
record Staying(
    boolean stay,
    Joining joining,
    Supplier<CompletableFuture<NodeEnd>> begin,
    Runnable leave,
    Close close)
    implements Shutdown.Turn<NodeEnd> {
  static final Option OPTION =
      Option.flag(
          "--stay",
          "When a run is over, wait at the parent's address for the next one (as long as"
              + " --patience says) instead of ending.");

  /** What is left to do after a run. */
  interface Close {
    /** Does it, and says how the run ended. */
    String after(NodeEnd ending) throws IOException;
  }

  @Override
  public CompletableFuture<NodeEnd> start() {
    return begin.get();
  }

  @Override
  public void drain() {
    leave.run();
  }

  @Override
  public OptionalInt after(NodeEnd ending, boolean asked) throws IOException {
    boolean again = stay && !asked && !ending.refused();
    var words = "strait: " + close.after(ending);
    if (again) {
      var parent = joining.parent();
      joining
          .console()
          .say(
              "%s; waiting for the next run at %s:%d"
                  .formatted(words, parent.getHostString(), parent.getPort()));
      return OptionalInt.empty();
    }
    joining.console().say(words);
    return OptionalInt.of(ending.refused() ? ExitCode.FAILED : ExitCode.DONE);
  }
}

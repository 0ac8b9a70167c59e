package io.strait.farm.run;

import io.strait.transport.store.Log;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Passes what a disk reports on to its node, and warns. */
final class DiskListener implements Log.Listener {
  private final Loop loop;
  private final Consumer<String> warn;
  private final LongConsumer durable;

  DiskListener(Loop loop, Consumer<String> warn, LongConsumer durable) {
    this.loop = loop;
    this.warn = warn;
    this.durable = durable;
  }

  @Override
  public void durable(long position) {
    loop.post(() -> durable.accept(position));
  }

  @Override
  public void trouble(String message) {
    warn.accept(message + "; results wait until it can be written again");
  }

  @Override
  public void recovered() {
    warn.accept("the disk can be written again");
  }
}

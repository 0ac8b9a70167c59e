package io.strait.farm.run;

import io.strait.farm.protocol.Host.Level;
import io.strait.transport.store.Log;
import java.util.function.LongConsumer;

/** Passes what a disk reports on to its node and to the log. */
final class DiskListener implements Log.Listener {
  private final Loop loop;
  private final FarmLog log;
  private final String name;
  private final LongConsumer durable;

  DiskListener(Loop loop, FarmLog log, String name, LongConsumer durable) {
    this.loop = loop;
    this.log = log;
    this.name = name;
    this.durable = durable;
  }

  @Override
  public void durable(long position) {
    loop.post(() -> durable.accept(position));
  }

  @Override
  public void trouble(String message) {
    log.note(Level.WARNING, name, message + "; results wait until it can be written again");
  }

  @Override
  public void recovered() {
    log.note(Level.WARNING, name, "the disk can be written again");
  }
}

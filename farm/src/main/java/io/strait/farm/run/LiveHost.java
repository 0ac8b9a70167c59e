package io.strait.farm.run;

import io.strait.farm.protocol.Host;
import io.strait.farm.protocol.NodeLink;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** The world as it is. */
final class LiveHost implements Host {
  private final String name;
  private final FarmLog log;
  private final Supplier<NodeLink> dialler;

  LiveHost(String name, FarmLog log, Supplier<NodeLink> dialler) {
    this.name = name;
    this.log = log;
    this.dialler = dialler;
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public long random() {
    return ThreadLocalRandom.current().nextLong();
  }

  @Override
  public NodeLink dial() {
    return dialler.get();
  }

  @Override
  public void note(Level level, String event) {
    log.note(level, name, event);
  }
}

package io.strait.farm.run;

import io.strait.farm.protocol.Host;
import io.strait.farm.protocol.Link;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** The world as it is. */
final class LiveHost implements Host {
  private final String name;
  private final RunLog log;
  private final Supplier<Link> dialler;

  LiveHost(String name, RunLog log, Supplier<Link> dialler) {
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
  public Link dial() {
    return dialler.get();
  }

  @Override
  public void note(Level level, String event) {
    log.note(level, name, event);
  }
}

package io.strait.farm.run;

import io.strait.farm.message.NodeLink;
import io.strait.farm.protocol.Host;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The world as it is. */
final class LiveHost implements Host {
  private final String name;
  private final FarmLog log;
  private final Supplier<NodeLink> dialler;
  private final UnaryOperator<String> token;

  LiveHost(String name, FarmLog log, Supplier<NodeLink> dialler) {
    this(name, log, dialler, given -> given);
  }

  /**
   * @param token gives the token to show now, for the one that was read first
   */
  LiveHost(String name, FarmLog log, Supplier<NodeLink> dialler, UnaryOperator<String> token) {
    this.name = name;
    this.log = log;
    this.dialler = dialler;
    this.token = token;
  }

  @Override
  public String token(String given) {
    return token.apply(given);
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

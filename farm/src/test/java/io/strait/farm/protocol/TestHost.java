package io.strait.farm.protocol;

import io.strait.farm.message.NodeLink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A node's host in a test: time stands still until the test moves it, and warnings are kept. */
class TestHost implements Host {
  static final long SECOND = 1_000_000_000L;

  long now = SECOND;
  int dials;
  final List<String> warnings = new ArrayList<>();
  private final Supplier<NodeLink> parent;

  /** Of a node without a parent. */
  TestHost() {
    this(
        () -> {
          throw new IllegalStateException("there is no parent");
        });
  }

  /**
   * @param parent the connection that a dial begins
   */
  TestHost(Supplier<NodeLink> parent) {
    this.parent = parent;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long random() {
    return 0;
  }

  @Override
  public NodeLink dial() {
    dials++;
    return parent.get();
  }

  @Override
  public void note(Level level, String event) {
    if (level == Level.WARNING) {
      warnings.add(event);
    }
  }
}

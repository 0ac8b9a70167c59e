package io.strait.farm.protocol;

import io.strait.farm.message.Message;
import io.strait.farm.message.TraceBuilder;

/** What a gateway tells its parent for views: who came and went below it, and what it carried. */
final class News {
  private final Host host;
  private final String name;
  private final Uplink uplink;
  private final TraceBuilder nextTrace = new TraceBuilder();
  private long traced;

  /**
   * @param name of the gateway
   */
  News(Host host, String name, Uplink uplink) {
    this.host = host;
    this.name = name;
    this.uplink = uplink;
    this.traced = host.now();
  }

  void joined(Child child) {
    pass(Message.Trace.of(child.name, Message.Trace.Event.joined(child.role), ""));
  }

  void gone(Child child, String why) {
    pass(Message.Trace.of(child.name, Message.Trace.Event.GONE, why));
  }

  /** Passes on what a node below did. */
  void pass(Message.Trace trace) {
    uplink.traces().add(trace.below(name), host.now());
  }

  /** Tells what was carried, if that is due. */
  void flush(long now) {
    if (now - traced >= TraceBuilder.EVERY) {
      tell(now);
    }
  }

  /** Tells what was carried. */
  void tell(long now) {
    if (uplink.traces().hasMoved()) {
      traced = now;
      uplink.traces().add(name, nextTrace, now);
    }
  }
}

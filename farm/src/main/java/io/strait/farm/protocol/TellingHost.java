package io.strait.farm.protocol;

import io.strait.farm.message.NodeLink;
import io.strait.farm.message.NoticeQueue;
import io.strait.farm.message.Session;

/** The host of a node whose warnings the parent is to know as well. */
final class TellingHost implements Host {
  private final Host host;
  private final NoticeQueue notices;

  TellingHost(Host host, NoticeQueue notices) {
    this.host = host;
    this.notices = notices;
  }

  @Override
  public long now() {
    return host.now();
  }

  @Override
  public long random() {
    return host.random();
  }

  @Override
  public NodeLink dial() {
    return host.dial();
  }

  @Override
  public Session session(NodeLink link, long id) {
    return host.session(link, id);
  }

  @Override
  public void note(Level level, String event) {
    host.note(level, event);
    if (level == Level.WARNING) {
      notices.add(event);
    }
  }
}

package io.strait.farm.message;

/**
 * One session over one link. It stamps what is sent and checks what comes: a session is a sequence,
 * whatever the network does.
 */
public class Session {
  /** What to do with a message. */
  public enum Verdict {
    /** It is the next one. */
    NEXT,
    /** It is of another session, or came before: drop it. */
    STALE,
    /** One is missing: the session cannot go on. */
    BROKEN
  }

  private final NodeLink link;
  private final long id;
  private int sent;
  private int expected;
  private long lastSent;
  private long lastHeard;

  public Session(NodeLink link, long id, long now) {
    this.link = link;
    this.id = id;
    this.lastSent = now;
    this.lastHeard = now;
  }

  public NodeLink link() {
    return link;
  }

  public long id() {
    return id;
  }

  public long lastSent() {
    return lastSent;
  }

  public long lastHeard() {
    return lastHeard;
  }

  public void send(Message message, long now) {
    lastSent = now;
    link.send(new Envelope(id, sent++, message));
  }

  /** Judges a message that came through the link. */
  public Verdict judge(Envelope envelope, long now) {
    if (!isOurs(envelope) || envelope.number() < expected) {
      return Verdict.STALE;
    }
    if (envelope.number() > expected) {
      return Verdict.BROKEN;
    }
    expected++;
    lastHeard = now;
    return Verdict.NEXT;
  }

  public boolean isOurs(Envelope envelope) {
    return envelope.session() == id;
  }
}

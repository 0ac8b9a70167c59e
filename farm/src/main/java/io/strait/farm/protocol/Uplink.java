package io.strait.farm.protocol;

import io.strait.farm.message.Envelope;
import io.strait.farm.message.IdSet;
import io.strait.farm.message.Message;
import io.strait.farm.message.NodeLink;
import io.strait.farm.message.NoticeQueue;
import io.strait.farm.message.Session;
import io.strait.farm.message.TraceQueue;
import io.strait.farm.pace.RoundTrip;
import io.strait.farm.protocol.Host.Level;
import io.strait.farm.protocol.UplinkState.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A child's side of the protocol: gets in touch with the parent and stays so, asks for tasks, and
 * keeps every part in its {@link Outbox} until the parent has acknowledged it. What is kept lives
 * as long as the process; a session only lasts as long as a connection.
 */
final class Uplink {
  /** How often the round trip is measured while large parts are on their way. */
  private static final long PROBE = 250_000_000L;

  /**
   * Up to this many tasks are asked for one by one; more are asked for in batches, or after a
   * while.
   */
  private static final int FEW = 64;

  /** Time for an answer to a dial, which doubles up to this where there was none. */
  private static final long MOST_ANSWER = 20_000_000_000L;

  /** Whose uplink it is. */
  interface Owner {
    /** A session begins. Called before {@link #holding}. */
    void welcomed(Message.Welcome welcome);

    /** All tasks that are here in any form. */
    IdSet holding();

    void tasksCame(Message.Tasks tasks);

    void cancelled(IdSet tasks);

    /** A part is safe at the parent. */
    void stored(OutPart part);

    /**
     * A part was not accepted; it is forgotten here, and the owner makes another of what is left.
     */
    void rejected(OutPart part, IdSet already);

    /** How many tasks there should be here that are asked for, waiting or being computed. */
    int target();

    /** How many of those wait or are being computed. */
    int inside();

    /** The parent says for how long tasks are to be in hand here. */
    default void stock(Message.Stock stock) {}

    /** The parent says how long workers take. */
    default void paces(Message.Paces paces) {}

    /** The parent says how many workers get tasks. */
    default void crew(int workers) {}

    /** The parent needs nobody any more; {@link Uplink#goHome} is to follow soon. */
    void dismissed(String reason);

    /** There will be no session any more. */
    void ended(String reason, boolean refused);
  }

  private final Host host;
  private final Owner owner;
  private final Message.Hello hello;
  private ProtocolSettings settings;
  private UplinkState state = UplinkState.WAITING;
  private @Nullable NodeLink link;
  private @Nullable Session session;
  private int dials;
  private long dialAt;
  private long backoff;

  /** How long the parent may take to answer a dial. */
  private long answer;

  private long since;
  private long lastOpen;
  private final RoundTrip roundTrip = new RoundTrip();
  private final Complaints complaints;
  private final NoticeQueue notices;

  private int asked;
  private long askedAt;

  /** When to ask for tasks that are too few to ask for at once. */
  private long askAt = Long.MAX_VALUE;

  private final TraceQueue traces = new TraceQueue();
  private final Outbox outbox;
  private long probed;

  /** When people's news were sent; the next ones wait until the parent was heard again. */
  private long toldAt;

  /**
   * @param hello as whom to introduce oneself; the number of the dial is filled in
   */
  Uplink(Host host, ProtocolSettings settings, Message.Hello hello, Owner owner) {
    this.host = host;
    this.settings = settings;
    this.hello = hello;
    this.owner = owner;
    this.outbox = new Outbox(settings, traces);
    this.complaints = new Complaints(host);
    this.notices = new NoticeQueue(hello.name());
    this.dialAt = host.now();
    this.askedAt = dialAt - ProtocolSettings.ATTENTION;
    this.lastOpen = dialAt;
    this.backoff = settings.leastBackoff();
    this.answer = settings.silence();
  }

  UplinkState state() {
    return state;
  }

  /** Whether this is the connection to the parent. */
  boolean owns(NodeLink other) {
    return other.equals(link);
  }

  /** Seconds that a message and its answer take. */
  RoundTrip roundTrip() {
    return roundTrip;
  }

  /** The parts that the parent has not acknowledged. */
  Outbox outbox() {
    return outbox;
  }

  /** What the parent is told of what was done, when there is a session. */
  TraceQueue traces() {
    return traces;
  }

  /** Warnings that the parent is told, when there is a session. */
  NoticeQueue notices() {
    return notices;
  }

  /** Tells the parent that tasks are not here any more; where there is no session, it will see. */
  void giveBack(IdSet tasks) {
    if (session != null && !tasks.isEmpty()) {
      session.send(new Message.Returned(tasks), host.now());
    }
  }

  /** Tells the parent of tasks that turned up here. */
  void alsoHolding(IdSet tasks) {
    if (session != null && !tasks.isEmpty()) {
      session.send(new Message.Holding(tasks), host.now());
    }
  }

  /** Leaves on purpose. */
  void leave(String reason) {
    if (session != null) {
      tell(session, host.now());
      session.send(new Message.Leaving(reason), host.now());
    }
    end(reason, false);
  }

  /** Says what there is still to tell, and goes, as the parent has asked. */
  void goHome(String reason) {
    if (session != null) {
      tell(session, host.now());
    }
    end(reason, false);
  }

  private boolean hasNews() {
    return !notices.isEmpty() || !traces.isEmpty();
  }

  private void tell(Session to, long now) {
    notices.send(to, now);
    traces.send(to, now);
  }

  void connected(NodeLink to) {
    if (!to.equals(link) || state != UplinkState.DIALLING) {
      return;
    }
    move(Event.CONNECTED);
    since = host.now();
    to.send(
        new Envelope(
            0,
            0,
            new Message.Hello(
                hello.oldest(),
                hello.newest(),
                host.token(hello.token()),
                hello.name(),
                hello.role(),
                hello.cores(),
                hello.instance(),
                dials)));
  }

  void closed(NodeLink gone, String why) {
    if (gone.equals(link)) {
      broken(why.isEmpty() ? "the connection is gone" : why);
    }
  }

  void received(Envelope envelope) {
    if (state == UplinkState.GREETING) {
      greeted(envelope);
    } else if (state == UplinkState.OPEN && session != null) {
      switch (session.judge(envelope, host.now())) {
        case NEXT -> handle(envelope.message());
        case STALE -> host.note(Level.DETAIL, "dropped a stale message from the parent");
        case BROKEN -> broken("a message is missing");
      }
    }
  }

  private void greeted(Envelope envelope) {
    switch (envelope.message()) {
      case Message.Welcome welcome when welcome.dial() == dials -> {
        var opened = host.session(link(), envelope.session());
        opened.judge(envelope, host.now());
        open(opened, welcome);
      }
      case Message.Refused refused -> refused(refused);
      default -> host.note(Level.DETAIL, "dropped a message that came before the welcome");
    }
  }

  private NodeLink link() {
    if (link == null) {
      throw new IllegalStateException("no connection");
    }
    return link;
  }

  private void open(Session opened, Message.Welcome welcome) {
    if (welcome.version() < Message.OLDEST || welcome.version() > Message.NEWEST) {
      end("the parent speaks version %d".formatted(welcome.version()), true);
      return;
    }
    move(Event.WELCOME);
    long now = host.now();
    session = opened;
    settings = settings.withLease(Duration.ofMillis(welcome.leaseMillis()));
    backoff = settings.leastBackoff();
    answer = settings.silence();
    roundTrip.began((now - since) * 1e-9);
    complaints.reached(link().address());
    toldAt = now - 1;
    asked = 0;
    outbox.rewind();
    host.note(Level.INFO, "joined run " + welcome.run());
    owner.welcomed(welcome);
    if (state == UplinkState.OPEN) {
      opened.send(new Message.Holding(owner.holding()), now);
    }
  }

  private void handle(Message message) {
    switch (message) {
      case Message.Tasks tasks -> {
        asked = Math.max(0, asked - tasks.ids().length);
        traces.received(tasks.weight());
        owner.tasksCame(tasks);
      }
      case Message.Ack ack -> ack.parts().forEach(this::stored);
      case Message.Fetch fetch -> outbox.fetch(fetch.part());
      case Message.Reject reject -> {
        @Nullable OutPart part = outbox.remove(reject.part());
        if (part != null) {
          host.note(
              Level.INFO,
              "the part with tasks %s was rejected: results of %s were there already"
                  .formatted(part.tasks, reject.already()));
          owner.rejected(part, reject.already());
        }
      }
      case Message.Cancel cancel -> owner.cancelled(cancel.tasks());
      case Message.Beat beat -> beat(beat);
      case Message.Stock stock -> owner.stock(stock);
      case Message.Paces paces -> owner.paces(paces);
      case Message.Crew crew -> owner.crew(crew.workers());
      case Message.Finished finished -> owner.dismissed(finished.reason());
      case Message.Refused refused -> refused(refused);
      case Message.Welcome ignored -> {}
      case Message.Hello _, Message.Holding _, Message.Want _, Message.Results _ -> wrong();
      case Message.Offer _, Message.Chunk _, Message.Returned _ -> wrong();
      case Message.Trace _, Message.Notice _, Message.Leaving _ -> wrong();
    }
  }

  private void wrong() {
    broken("it sent a message that only children send");
  }

  private void beat(Message.Beat beat) {
    long now = host.now();
    if (beat.echo() != 0) {
      roundTrip.measured((now - beat.echo()) * 1e-9);
    } else if (session != null) {
      session.send(new Message.Beat(now, beat.stamp()), now);
    }
  }

  private void stored(int number) {
    @Nullable OutPart part = outbox.remove(number);
    if (part != null) {
      owner.stored(part);
    }
  }

  private void refused(Message.Refused refused) {
    if (refused.forGood()) {
      end(refused.reason(), true);
    } else {
      broken("it refuses for now: " + refused.reason(), true);
    }
  }

  private void end(String reason, boolean refused) {
    if (state == UplinkState.ENDED) {
      return;
    }
    move(Event.ENDED);
    hangUp();
    owner.ended(reason, refused);
  }

  private void broken(String why) {
    broken(why, false);
  }

  private void broken(String why, boolean forNow) {
    if (state == UplinkState.ENDED || state == UplinkState.WAITING) {
      return;
    }
    move(Event.BROKEN);
    boolean told = complaints.failed(link == null ? "" : link.address(), why, forNow);
    hangUp();
    long jitter = Math.floorMod(host.random(), backoff / 2 + 1);
    dialAt = host.now() + backoff / 2 + jitter;
    if (!told) {
      long pause = (dialAt - host.now()) / 1_000_000;
      host.note(Level.INFO, "%s; trying again in %d ms".formatted(why, pause));
    }
    backoff = Math.min(2 * backoff, settings.mostBackoff());
  }

  private void hangUp() {
    var old = link;
    link = null;
    session = null;
    if (old != null) {
      old.close();
    }
  }

  private void move(Event event) {
    state = state.after(event);
  }

  /** Sends what there is to send, and does what is due. */
  void flush() {
    long now = host.now();
    switch (state) {
      case WAITING -> {
        if (now - lastOpen >= settings.patience()) {
          end("the parent could not be reached: " + complaints.latest(), true);
        } else if (now >= dialAt) {
          move(Event.TIME_TO_DIAL);
          dials++;
          since = now;
          link = host.dial();
        }
      }
      case DIALLING, GREETING -> {
        if (now - since >= answer) {
          // Perhaps it is only slow: dialling anew gives a busy machine still more to do.
          answer = Math.max(answer, Math.min(2 * answer, MOST_ANSWER));
          broken("it does not answer (timed out)");
        }
      }
      case OPEN -> {
        if (session != null) {
          lastOpen = now;
          sendAll(session, now);
        }
      }
      case ENDED -> {}
    }
  }

  private void sendAll(Session to, long now) {
    if (now - to.lastHeard() >= settings.silence()) {
      broken("it has been silent too long");
      return;
    }
    // Told into a connection that is dead without anybody knowing, it would be gone.
    if (to.lastHeard() > toldAt && hasNews()) {
      toldAt = now;
      tell(to, now);
    }
    outbox.flush(to, now);
    int target = owner.target();
    int want = Math.min(target - owner.inside(), settings.mostCredits()) - asked;
    askAt = Long.MAX_VALUE;
    if (want > 0) {
      if (want >= target / 8 || target < FEW || now - askedAt >= ProtocolSettings.ATTENTION) {
        asked += want;
        askedAt = now;
        to.send(new Message.Want(want), now);
      } else {
        askAt = askedAt + ProtocolSettings.ATTENTION;
      }
    }
    // Large parts make others wait: how long, is worth knowing soon.
    if (now - to.lastSent() >= settings.beat() || (outbox.hasOffered() && now - probed >= PROBE)) {
      probed = now;
      to.send(new Message.Beat(now, 0), now);
    }
  }

  /** When something is due next. */
  long wake() {
    return switch (state) {
      case WAITING -> dialAt;
      case DIALLING, GREETING -> since + answer;
      case OPEN ->
          session == null
              ? host.now()
              : Math.min(
                  askAt,
                  Math.min(
                      session.lastSent() + settings.beat(),
                      session.lastHeard() + settings.silence()));
      case ENDED -> Long.MAX_VALUE;
    };
  }
}

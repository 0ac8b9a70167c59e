package io.strait.run.farm;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.jspecify.annotations.Nullable;

/** What a parent knows of one child. It outlives the child's sessions until its lease ends. */
final class Child {
  /** A large part that is on its way. */
  static final class Incoming {
    final Message.Offer offer;
    byte @Nullable [] data;
    int received;

    Incoming(Message.Offer offer) {
      this.offer = offer;
    }
  }

  /** Tasks that go out with the next flush. */
  record Given(int task, byte attempt, byte[] input) {}

  final String name;
  final long instance;
  final Message.Role role;
  final int cores;

  /** Seconds that it is expected to take for a task; 0 if unknown. */
  double seconds;

  /** Seconds that it took lately; 0 if unknown. */
  double measured;

  long lastResult;
  int dial;

  /** Names the child while this session lasts; every session has another. */
  int slot = -1;

  @Nullable Session session;

  /** Whether it has told what it holds. */
  boolean introduced;

  long lastHeard;
  int credits;
  int finished;
  final IntHashSet holding = new IntHashSet();
  final Int2ObjectHashMap<Incoming> incoming = new Int2ObjectHashMap<>();

  /** Whether there is something to send. */
  boolean touched;

  final List<Given> given = new ArrayList<>();
  final IntArrayList acks = new IntArrayList();
  final IntArrayList cancels = new IntArrayList();

  Child(Message.Hello hello) {
    this.name = hello.name();
    this.instance = hello.instance();
    this.role = hello.role();
    this.cores = hello.cores();
  }

  boolean isThere() {
    return session != null && introduced;
  }

  boolean isWorker() {
    return role == Message.Role.WORKER;
  }

  /** Forgets what belongs to a session. */
  void sessionEnded() {
    session = null;
    introduced = false;
    slot = -1;
    credits = 0;
    incoming.clear();
    given.clear();
    acks.clear();
    cancels.clear();
  }

  @Override
  public String toString() {
    return name;
  }
}

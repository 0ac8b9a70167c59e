package io.strait.kind.rank;

import io.strait.kind.run.RunFailure;
import io.strait.transport.fabric.ControlMessage;
import io.strait.transport.fabric.Fabric;
import io.strait.transport.fabric.GapFabric;
import io.strait.transport.fabric.RankLostException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A rank's end of its conversation with a {@link RankMaster} elsewhere. Used by one thread. */
public final class MasterLink {
  /** What a rank makes of the master's messages. */
  public interface Listener {
    /**
     * @return false if this kind of message is unknown
     */
    boolean received(ControlMessage message);
  }

  /** Nanoseconds to wait before looking again. */
  public static final long PATIENCE = 50_000_000;

  /** Nanoseconds from one report of progress to the next. */
  private static final long REPORT = 200_000_000;

  private final Fabric fabric;
  private final GapFabric hub;
  private final Listener listener;
  private long reported;

  /**
   * @param fabric to other ranks
   * @param hub the part of it that knows the master
   */
  public MasterLink(Fabric fabric, GapFabric hub, Listener listener) {
    this.fabric = fabric;
    this.hub = hub;
    this.listener = listener;
  }

  public void send(byte kind, byte[] payload) {
    hub.sendControl(kind, payload);
  }

  /** Waits for a message of one kind; others that come before it go to the listener. */
  public byte[] await(byte kind) {
    while (true) {
      @Nullable ControlMessage message = hub.pollControl();
      if (message == null) {
        fabric.await(PATIENCE);
      } else if (message.kind() == kind) {
        return message.payload();
      } else {
        take(message);
      }
    }
  }

  /** Gives the listener what has come, one message after the other, until it has heard enough. */
  public void listen(BooleanSupplier enough) {
    @Nullable ControlMessage message = enough.getAsBoolean() ? null : hub.pollControl();
    while (message != null) {
      take(message);
      message = enough.getAsBoolean() ? null : hub.pollControl();
    }
  }

  /** Waits until the listener has heard enough. The master may hang up when it has said that. */
  public void await(BooleanSupplier enough) {
    while (!enough.getAsBoolean()) {
      try {
        fabric.await(PATIENCE / 10);
        listen(enough);
      } catch (RankLostException e) {
        listen(enough);
        if (!enough.getAsBoolean()) {
          throw e;
        }
      }
    }
  }

  private void take(ControlMessage message) {
    if (!listener.received(message)) {
      throw new RunFailure(
          "the master sent a message of unknown kind %d, expected a master of this version"
              .formatted(message.kind()));
    }
  }

  /** Whether it is time to tell the master how far this rank is; asking counts as telling. */
  public boolean isReportDue() {
    long now = System.nanoTime();
    if (now - reported <= REPORT) {
      return false;
    }
    reported = now;
    return true;
  }
}

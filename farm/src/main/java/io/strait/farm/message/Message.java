package io.strait.farm.message;

import io.strait.model.text.Printable;
import io.strait.transport.wire.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What parents and children say to each other. */
public sealed interface Message {
  /** The versions of the protocol that this program speaks. */
  int OLDEST = 5;

  int NEWEST = 5;

  /** Characters of a text that is to be shown to people; it has none that a terminal obeys. */
  int LONGEST_TEXT = 500;

  /** In place of a number of results to add up: as many as come while others are on their way. */
  int ADAPT = Integer.MAX_VALUE;

  /** Bytes of inputs and results in it; the rest of a message weighs nothing in the model. */
  default long weight() {
    long sum = 0;
    switch (this) {
      case Chunk chunk -> sum = chunk.length();
      case Results results -> {
        for (var part : results.parts()) {
          sum += part.payload().length;
        }
      }
      case Tasks tasks -> {
        for (var input : tasks.inputs()) {
          sum += input.length;
        }
      }
      default -> {}
    }
    return sum;
  }

  /** What a child is. */
  enum Role {
    WORKER,
    GATEWAY
  }

  // ---- from the child

  /**
   * The first message on a connection.
   *
   * @param token that lets the child join; may be empty where none is asked for
   * @param instance a number drawn when the process started
   * @param dial counts the connections of this instance
   */
  record Hello(
      int oldest,
      int newest,
      String token,
      String name,
      Role role,
      int cores,
      long instance,
      int dial)
      implements Message {}

  /** The child holds these tasks: they wait, are being computed, or have unacknowledged results. */
  record Holding(IdSet tasks) implements Message {}

  /** The child can take so many tasks more. */
  record Want(int tasks) implements Message {}

  /** Small parts, whole. */
  record Results(List<Part> parts) implements Message {}

  /** A large part, to be fetched when there is room. */
  record Offer(int part, Part.Kind kind, IdSet tasks, int size) implements Message {}

  /**
   * A piece of a large part; pieces come in order.
   *
   * @param offset of the piece in the part
   */
  record Chunk(int part, int offset, Piece piece) implements Message {
    /** A piece that is a whole array. */
    public Chunk(int part, int offset, byte[] data) {
      this(part, offset, Piece.of(data, 0, data.length));
    }

    public int length() {
      return piece.length();
    }
  }

  /** The child does not have these tasks any more, and has no results for them. */
  record Returned(IdSet tasks) implements Message {}

  /** The child has nothing left and goes for good. */
  record Leaving(String reason) implements Message {
    public Leaving {
      reason = Printable.line(reason, LONGEST_TEXT);
    }
  }

  /**
   * A warning that people at home should see.
   *
   * @param path the name of the node that gives it, after those of the gateways that passed it on
   */
  record Notice(List<String> path, String text) implements Message {
    public Notice {
      path = path.stream().map(Printable::line).toList();
      text = Printable.line(text, LONGEST_TEXT);
    }

    @Override
    public String toString() {
      return String.join("/", path) + ": " + text;
    }

    /** This notice as a gateway passes it on. */
    Notice below(String gateway) {
      return new Notice(longer(gateway, path), text);
    }
  }

  private static List<String> longer(String gateway, List<String> path) {
    var longer = new ArrayList<String>(path.size() + 1);
    longer.add(gateway);
    longer.addAll(path);
    return longer;
  }

  /**
   * What a node did, for views only. Times are nanoseconds; those of the past count from the moment
   * of sending backwards.
   *
   * @param path the node's name, after those of the gateways that passed it on
   * @param tasks that ended; the other arrays belong to them
   * @param many tasks that ended besides, in the span up to now, taking the busy time in all
   * @param up bytes sent to its parent since the trace before
   * @param down bytes received from it
   * @param why the node is gone; empty if it is not
   */
  record Trace(
      List<String> path,
      Event event,
      int[] tasks,
      long[] ago,
      long[] took,
      boolean[] failed,
      int many,
      long span,
      long busy,
      long up,
      long down,
      String why)
      implements Message {
    public Trace {
      why = Printable.line(why, LONGEST_TEXT);
    }

    /** The trace of a node that is there. */
    public Trace(
        List<String> path,
        Event event,
        int[] tasks,
        long[] ago,
        long[] took,
        boolean[] failed,
        int many,
        long span,
        long busy,
        long up,
        long down) {
      this(path, event, tasks, ago, took, failed, many, span, busy, up, down, "");
    }

    /** What happened to the node itself. */
    public enum Event {
      NONE(0),
      JOINED(1),
      GONE(2),

      /** A gateway below a gateway joined; all others are workers. */
      GATEWAY_JOINED(3);

      private final int code;

      Event(int code) {
        this.code = code;
      }

      /** That a child of some role joined. */
      public static Event joined(Role role) {
        return role == Role.GATEWAY ? GATEWAY_JOINED : JOINED;
      }

      /** What stands for it in a message. */
      public int code() {
        return code;
      }

      /** What a number stands for. */
      public static Event of(int code) {
        return switch (code) {
          case 0 -> NONE;
          case 1 -> JOINED;
          case 2 -> GONE;
          case 3 -> GATEWAY_JOINED;
          default -> throw new IllegalArgumentException("an event of unknown kind " + code);
        };
      }
    }

    /** Most tasks that are listed one by one. */
    public static final int MOST = 256;

    private static final int[] NO_TASKS = {};
    private static final long[] NO_TIMES = {};

    /** Nothing but what happened to a node. */
    public static Trace of(String node, Event event, String why) {
      return new Trace(
          List.of(node), event, NO_TASKS, NO_TIMES, NO_TIMES, new boolean[0], 0, 0, 0, 0, 0, why);
    }

    /** This trace as a gateway passes it on. */
    public Trace below(String gateway) {
      return new Trace(
          longer(gateway, path), event, tasks, ago, took, failed, many, span, busy, up, down, why);
    }

    /** This trace some time later. */
    Trace aged(long nanos) {
      var older = ago.clone();
      for (int i = 0; i < older.length; i++) {
        older[i] += nanos;
      }
      return new Trace(path, event, tasks, older, took, failed, many, span, busy, up, down, why);
    }
  }

  // ---- from the parent

  /**
   * Opens a session.
   *
   * @param dial of the hello that this answers
   * @param leaseMillis how long the parent waits for a silent child before it gives its tasks away
   * @param aggregate how many results a gateway adds up before it sends them on
   * @param ahead tasks that a gateway keeps in reserve, at least
   * @param spec all that is needed to compute tasks and to add up results
   */
  record Welcome(
      int version,
      int dial,
      String run,
      int tasks,
      int leaseMillis,
      int aggregate,
      int ahead,
      int mostResultBytes,
      byte[] spec)
      implements Message {}

  /** No session. If it is for good, trying again makes no sense. */
  record Refused(String reason, boolean forGood) implements Message {
    public Refused {
      reason = Printable.line(reason, LONGEST_TEXT);
    }
  }

  /** Tasks to compute; attempts and inputs in the order of their numbers. */
  record Tasks(int[] ids, byte[] attempts, byte[][] inputs) implements Message {}

  /** The parent has room for an offered part. */
  record Fetch(int part) implements Message {}

  /** These parts are safe. */
  record Ack(IdSet parts) implements Message {}

  /** A part was not accepted, for results of some of its tasks were accepted before. */
  record Reject(int part, IdSet already) implements Message {}

  /** Results of these tasks are not needed any more. */
  record Cancel(IdSet tasks) implements Message {}

  /**
   * For how long a gateway is to have work in hand, should the parent be out of reach.
   *
   * @param left milliseconds until the run is over; the largest number if nobody knows
   */
  record Stock(int millis, int left) implements Message {
    /** Milliseconds by which an end may come sooner or later than was told. */
    private static final int EARLY = 250;

    /**
     * Whether this is worth telling.
     *
     * @param told what was said; null if nothing was
     * @param ago nanoseconds since
     */
    public boolean differs(@Nullable Stock told, long ago) {
      if (told == null || (millis == 0 && told.millis > 0)) {
        return true;
      }
      boolean endDiffers = left == Integer.MAX_VALUE != (told.left == Integer.MAX_VALUE);
      if (left < Integer.MAX_VALUE && told.left < Integer.MAX_VALUE) {
        double expected = Math.max(0, told.left - ago * 1e-6);
        endDiffers = Math.abs(left - expected) > Math.max(EARLY, left / 10.0);
      }
      return endDiffers || Math.abs(millis - told.millis) > told.millis / 10;
    }
  }

  /**
   * How long workers of a gateway take for a task, as far as the parent knows.
   *
   * @param workers their names
   * @param micros microseconds of each
   */
  record Paces(List<String> workers, long[] micros) implements Message {
    private static final int AT_A_TIME = 4096;

    public Paces {
      workers = List.copyOf(workers);
      if (workers.size() != micros.length) {
        throw new IllegalArgumentException("as many workers as paces are expected");
      }
    }

    /** As many messages as it takes to tell seconds by name. */
    public static List<Paces> of(Map<String, Double> seconds) {
      var all = new ArrayList<Paces>();
      var entries = List.copyOf(seconds.entrySet());
      for (int from = 0; from < entries.size(); from += AT_A_TIME) {
        var some = entries.subList(from, Math.min(entries.size(), from + AT_A_TIME));
        all.add(
            new Paces(
                some.stream().map(Map.Entry::getKey).toList(),
                some.stream().mapToLong(e -> (long) (1e6 * e.getValue())).toArray()));
      }
      return all;
    }
  }

  /**
   * How many workers of a gateway get tasks: those that joined first. The others finish what they
   * have. Since version 5.
   *
   * @param workers the largest number for all
   */
  record Crew(int workers) implements Message {}

  /** The child is not needed any more, and why. */
  record Finished(String reason) implements Message {
    public Finished {
      reason = Printable.line(reason, LONGEST_TEXT);
    }
  }

  // ---- from both

  /**
   * A sign of life.
   *
   * @param stamp of the sender's clock
   * @param echo the stamp of the other's beat that this answers, or 0
   */
  record Beat(long stamp, long echo) implements Message {}
}

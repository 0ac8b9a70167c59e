package io.strait.launch.site;

import io.strait.launch.engine.Engine;
import io.strait.launch.engine.Engine.State;
import io.strait.launch.shell.ShellException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps copies of a script running by an engine, as many as are wanted: those that end are
 * submitted again, seldom if they end soon, and not for ever. Where fewer are wanted, those that
 * wait are withdrawn, and those that run leave by themselves. One thread uses it.
 */
public final class Pilots {
  /** How often in a row copies may end soon, or be refused, before they are given up. */
  private static final int MOST_VAIN = 5;

  /** A copy that ends within this has not worked. */
  private static final long SOON_NANOS = 30_000_000_000L;

  /** An engine is asked to start something no more often than this. */
  private static final long BETWEEN_NANOS = 10_000_000_000L;

  /** For so long too many must wait before they are withdrawn: the need may come back. */
  private static final long SETTLING_NANOS = 10_000_000_000L;

  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;

  /** Why Slurm lets jobs wait for ever, and what would help. */
  private static final Map<String, String> NEVER =
      Map.of(
          "PartitionTimeLimit", "ask for less time under start: {slurm: {time: …}}",
          "BadConstraints", "ask for what its nodes have under start: {slurm: {args: …}}",
          "AssocGrpCPUMinutesLimit", "the account has no time left: name another under args");

  /** What Slurm's commands say while its daemon does not answer. */
  private static final String NO_ENGINE =
      "(?s).*(Unable to contact slurm controller|Socket timed out|Connection refused).*";

  /** A number of the script, and the copy of it that lives. */
  private static final class Seat {
    String job = "";
    boolean isWaiting = true;
    String reason = "";
    long began;
    int vain;
    boolean isGivenUp;

    /** Whether the engine was asked to end it while it waits. */
    boolean isWithdrawn;

    boolean isUnderway() {
      return !job.isEmpty();
    }
  }

  private final Engine engine;
  private final String name;
  private final String script;
  private final String folder;
  private final Consumer<String> say;
  private final NavigableMap<Integer, Seat> seats = new TreeMap<>();
  private final TreeSet<String> jobs = new TreeSet<>();
  private final int planned;
  private int wanted;
  private boolean areReplaced = true;

  /** Since when more wait than are wanted; the largest number if that is not so. */
  private long surplusSince = Long.MAX_VALUE;

  private long nextSubmission;
  private int refused;
  private int submissions;
  private String trouble = "";

  /**
   * @param planned how many copies are wanted, unless {@link #want} says otherwise
   * @param most how many there may be
   * @param folder at the site
   * @param say takes a line for people
   */
  public Pilots(
      Engine engine,
      String name,
      int planned,
      int most,
      String script,
      String folder,
      Consumer<String> say) {
    this.planned = planned;
    this.wanted = planned;
    this.engine = engine;
    this.name = name;
    this.script = script;
    this.folder = folder;
    this.say = say;
    for (int i = 0; i < most; i++) {
      seats.put(i, new Seat());
    }
  }

  /** What is wrong, in a line; empty if nothing is. */
  public String trouble() {
    return trouble;
  }

  /** Whether none runs, and none will. */
  public boolean isLost() {
    return usable().values().stream()
        .allMatch(seat -> seat.isGivenUp || (seat.isWaiting && NEVER.containsKey(seat.reason)));
  }

  /** The seats that may be taken: those of the plan, and more where more are wanted. */
  private NavigableMap<Integer, Seat> usable() {
    return seats.headMap(Math.max(planned, wanted), false);
  }

  /**
   * How many copies there are to be from now on.
   *
   * @param isReplacing whether those that end are submitted again
   */
  public void want(int count, boolean isReplacing) {
    wanted = Math.min(count, seats.size());
    areReplaced = isReplacing;
  }

  /** How many run. */
  public int running() {
    return (int) seats.values().stream().filter(s -> s.isUnderway() && !s.isWaiting).count();
  }

  /** How many wait. */
  public int queued() {
    return (int) seats.values().stream().filter(s -> s.isUnderway() && s.isWaiting).count();
  }

  /** How many run, how many wait. */
  public String standing() {
    var why = new TreeMap<String, Integer>();
    for (var seat : seats.values()) {
      if (seat.isUnderway() && seat.isWaiting && !seat.reason.isEmpty()) {
        why.merge(seat.reason, 1, Integer::sum);
      }
    }
    return "%d running, %d queued%s"
        .formatted(running(), queued(), why.isEmpty() ? "" : " (" + why.firstKey() + ")");
  }

  /** Jobs that were submitted and not seen to end. */
  public List<String> jobs() {
    return List.copyOf(jobs);
  }

  /** How many jobs were submitted, for {@link #adopt}. */
  public int submissions() {
    return submissions;
  }

  /**
   * Takes over jobs of a master that crashed.
   *
   * @param earlier job, and the numbers that it has
   * @param count how many jobs that master had submitted
   */
  public void adopt(Map<String, List<Integer>> earlier, int count) {
    submissions = count;
    earlier.forEach(
        (job, numbers) -> {
          jobs.add(job);
          for (int number : numbers) {
            var seat = seats.get(number);
            if (seat != null) {
              seat.job = job;
            }
          }
        });
  }

  /** Looks after them: asks the engine, and submits what is missing. */
  public void step(long now) throws IOException, InterruptedException {
    look(now);
    withdraw(now);
    int room = areReplaced ? wanted - running() - queued() : 0;
    var missing = new ArrayList<Integer>();
    usable()
        .forEach(
            (number, seat) -> {
              if (!seat.isUnderway() && !seat.isGivenUp && missing.size() < room) {
                missing.add(number);
              }
            });
    if (!missing.isEmpty() && now - nextSubmission >= 0) {
      submit(missing, now);
    }
  }

  /** Ends those that wait and that nobody needs any more, the last first. */
  private void withdraw(long now) throws IOException, InterruptedException {
    int surplus = Math.min(queued(), running() + queued() - wanted);
    if (surplus <= 0) {
      surplusSince = Long.MAX_VALUE;
      return;
    }
    surplusSince = Math.min(surplusSince, now);
    if (now - surplusSince < SETTLING_NANOS) {
      return;
    }
    var needless = new TreeMap<String, List<Integer>>();
    int left = surplus;
    for (var entry : seats.descendingMap().entrySet()) {
      var seat = entry.getValue();
      if (left > 0 && seat.isUnderway() && seat.isWaiting) {
        left--;
        if (!seat.isWithdrawn) {
          needless.computeIfAbsent(seat.job, job -> new ArrayList<>()).add(entry.getKey());
        }
      }
    }
    for (var job : needless.entrySet()) {
      engine.withdraw(job.getKey(), job.getValue());
      job.getValue().forEach(number -> seat(number).isWithdrawn = true);
      say.accept(
          "%s %s withdrawn from the queue: nothing is left for %s"
              .formatted(
                  count(job.getValue().size()),
                  job.getValue().size() == 1 ? "is" : "are",
                  job.getValue().size() == 1 ? "it" : "them"));
    }
  }

  private static String count(int workers) {
    return workers == 1 ? "1 worker" : workers + " workers";
  }

  private void look(long now) throws IOException, InterruptedException {
    var states = engine.states(jobs);
    var alive = new TreeSet<String>();
    seats.forEach(
        (number, seat) -> {
          if (seat.job.isEmpty()) {
            return;
          }
          var copy =
              states
                  .getOrDefault(seat.job, Map.of())
                  .getOrDefault(number, new Engine.Copy(State.OVER, ""));
          if (copy.state() == State.OVER) {
            ended(number, seat, copy.reason(), now);
            return;
          }
          alive.add(seat.job);
          boolean isWaiting = copy.state() == State.WAITING;
          if (seat.isWaiting && !isWaiting) {
            seat.began = now;
            seat.isWithdrawn = false;
          }
          seat.isWaiting = isWaiting;
          seat.reason = copy.reason();
        });
    jobs.retainAll(alive);
    for (var seat : seats.values()) {
      @Nullable String mend = seat.isWaiting ? NEVER.get(seat.reason) : null;
      if (mend != null && !seat.job.isEmpty()) {
        trouble = "its jobs wait for ever (%s): %s".formatted(seat.reason, mend);
      }
    }
  }

  private void ended(int number, Seat seat, String reason, long now) {
    boolean isNeeded = areReplaced && !seat.isWithdrawn && running() + queued() <= wanted;
    boolean isVain = isNeeded && (seat.isWaiting || now - seat.began < SOON_NANOS);
    seat.vain = isVain ? seat.vain + 1 : 0;
    seat.job = "";
    seat.isWaiting = true;
    seat.isWithdrawn = false;
    seat.reason = "";
    if (!isNeeded) {
      return;
    }
    var why = reason.isEmpty() ? "" : ": " + reason;
    if (seat.vain >= MOST_VAIN) {
      seat.isGivenUp = true;
      trouble =
          "%s %d ended %d times soon after its start%s; see its log in %s"
              .formatted(name, number, seat.vain, why, folder);
    } else {
      say.accept("%s %d ended%s and is submitted again".formatted(name, number, why));
    }
    pause(seat.vain, now);
  }

  private Seat seat(int number) {
    return Objects.requireNonNull(seats.get(number));
  }

  private void pause(int vain, long now) {
    if (vain > 0) {
      long until = now + (FIRST_PAUSE_NANOS << Math.min(vain, 7));
      nextSubmission = Math.max(nextSubmission, until);
    }
  }

  private void submit(List<Integer> numbers, long now) throws IOException, InterruptedException {
    try {
      var job =
          engine.submit(
              new Engine.Job("%s-%d".formatted(name, submissions + 1), numbers, script, folder));
      submissions++;
      nextSubmission = Math.max(nextSubmission, now + BETWEEN_NANOS);
      jobs.add(job);
      for (int number : numbers) {
        var seat = seat(number);
        seat.job = job;
        seat.isWaiting = true;
        seat.isWithdrawn = false;
        seat.began = now;
      }
      refused = 0;
      trouble = "";
    } catch (IOException e) {
      // Nothing is known then; submitted again under its name it is found if it is there.
      if ((e instanceof ShellException shell && shell.isUnreachable())
          || String.valueOf(e.getMessage()).matches(NO_ENGINE)) {
        throw e;
      }
      refused++;
      trouble = e.getMessage() + "; mend start in the grid file";
      if (refused >= MOST_VAIN) {
        numbers.forEach(number -> seat(number).isGivenUp = true);
      }
      pause(refused, now);
    }
  }

  /** The numbers of every job that is under way, for {@link #adopt}. */
  public Map<String, List<Integer>> standingJobs() {
    var all = new LinkedHashMap<String, List<Integer>>();
    new HashMap<>(seats)
        .forEach(
            (number, seat) -> {
              if (!seat.job.isEmpty()) {
                all.computeIfAbsent(seat.job, job -> new ArrayList<>()).add(number);
              }
            });
    return all;
  }

  /** Ends all of them. */
  public void cancel() throws IOException, InterruptedException {
    engine.cancel(jobs);
  }

  /** Whether none is left. */
  public boolean areAllOver() throws IOException, InterruptedException {
    return engine.states(jobs).values().stream()
        .flatMap(copies -> copies.values().stream())
        .allMatch(copy -> copy.state() == State.OVER);
  }
}

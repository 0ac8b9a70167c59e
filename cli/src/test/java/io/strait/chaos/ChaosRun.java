package io.strait.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** One farm that lives through what a seed decides. */
final class ChaosRun {
  private static final long MOST_SECONDS = 180;

  /** What nobody may say, whatever happens around. */
  private static final Pattern ABSURD =
      Pattern.compile("breaks the protocol|cannot be combined|task \\d+ failed|too many connect");

  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private record Due(long at, Action action) {}

  private final Schedule schedule;
  private final Farmyard yard;
  private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));
  private final List<String> broken = new ArrayList<>();
  private final List<Member> down = new ArrayList<>();
  private long began;

  ChaosRun(Schedule schedule, Farmyard yard) {
    this.schedule = schedule;
    this.yard = yard;
  }

  /** Runs it and checks what came out. */
  void run() throws Exception {
    yard.master().start();
    for (var gateway : schedule.gateways()) {
      yard.addGateway(gateway, 0);
    }
    for (var worker : schedule.workers().entrySet()) {
      yard.addWorker(worker.getKey(), worker.getValue(), 2);
    }
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    boolean begun = false;
    began = System.nanoTime();
    while (!isOver()) {
      assertThat(System.nanoTime()).as("the run ends within %d s", MOST_SECONDS).isLessThan(limit);
      if (!begun && isComplete()) {
        begun = true;
        yard.masterResumes();
        schedule.events().forEach(event -> in(event.at(), () -> strike(event.fault())));
      }
      while (!due.isEmpty() && due.peek().at <= System.nanoTime()) {
        due.poll().action.run();
      }
      yard.connect();
      lookAfter();
      Thread.sleep(20);
    }
    assertThat(begun).as("all were there before it was over").isTrue();
    check();
  }

  /** Whether all have joined. */
  private boolean isComplete() throws IOException {
    for (var member : yard.members()) {
      if (!member.equals(yard.master()) && !member.hasSaid("joined run")) {
        return false;
      }
    }
    return true;
  }

  private void in(int millis, Action action) {
    due.add(new Due(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), action));
  }

  private boolean isOver() throws InterruptedException {
    var master = yard.master();
    return !down.contains(master) && !master.isAlive() && master.await(0).isPresent();
  }

  private void strike(Fault fault) throws IOException {
    if (yard.member(fault.whom()) == null) {
      return;
    }
    var whom = yard.member(fault.whom());
    switch (fault) {
      case Fault.Kill kill -> {
        if (whom.isAlive()) {
          whom.kill();
          again(whom, kill.pause());
        }
      }
      case Fault.Replace replace -> {
        whom.ask();
        yard.addWorker(replace.by(), yard.parent(replace.whom()), 2);
        down.add(whom);
      }
      case Fault.Drain ignored -> whom.ask();
      case Fault.Cut cut -> {
        var proxy = yard.proxy(cut.whom());
        if (cut.time() == 0) {
          proxy.cut();
        } else {
          proxy.refuse();
          in(cut.time(), proxy::restore);
        }
      }
      case Fault.Stall stall -> {
        var proxy = yard.proxy(stall.whom());
        proxy.stall();
        in(
            stall.time(),
            () -> {
              if (stall.lost()) {
                proxy.cut();
              }
              proxy.restore();
            });
      }
    }
  }

  private void again(Member member, int pause) {
    down.add(member);
    in(
        pause,
        () -> {
          member.start();
          down.remove(member);
        });
  }

  /** Who has left while the run goes on, because its gateway has, is started again. */
  private void lookAfter() {
    for (var member : yard.members()) {
      if (!member.isAlive() && !down.contains(member) && !member.equals(yard.master())) {
        note(member);
        again(member, 300);
      }
    }
  }

  private void note(Member member) {
    if (member.isBroken()) {
      broken.add(member.name());
    }
  }

  private void check() throws Exception {
    assertThat(yard.master().await(0)).as("exit code of the master").hasValue(0);
    assertThat(Files.readAllBytes(yard.run().resolve("result")))
        .as("result")
        .isEqualTo(CountedFarm.expected(schedule.tasks()));
    var summary =
        JsonMapper.shared().readTree(Files.readString(yard.run().resolve("summary.json")));
    assertThat(summary.get("finished").asInt()).as("finished").isEqualTo(schedule.tasks());
    assertThat(summary.get("failed").asInt()).as("failed").isZero();
    if (schedule.sparesTheMaster()) {
      assertThat(summary.get("epoch").asInt()).as("lives of the master").isEqualTo(1);
    }
    yard.members().forEach(this::note);
    assertThat(broken).as("who ended badly").isEmpty();
    assertThat(yard.troubles()).as("troubles").isEmpty();
    for (var line : Files.readAllLines(yard.run().resolve("log.jsonl"), StandardCharsets.UTF_8)) {
      assertThat(line).doesNotContainPattern(ABSURD);
    }
  }

  /** How long it took. */
  double seconds() {
    return (System.nanoTime() - began) * 1e-9;
  }
}

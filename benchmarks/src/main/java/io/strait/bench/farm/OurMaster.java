package io.strait.bench.farm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strait.bench.Memory;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.Objective;
import io.strait.farm.file.PhasePlan;
import io.strait.farm.file.Reduction;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.farm.run.FarmLog;
import io.strait.farm.run.FarmRun;
import io.strait.farm.task.TaskSpec;
import io.strait.kind.code.TaskCode;
import io.strait.kind.file.Span;
import io.strait.model.Element;
import io.strait.model.quantity.Bytes;
import io.strait.transport.wire.Identity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * The master's process: {@code CERTIFICATES FOLDER PORT}; then a run for each line that it reads.
 */
final class OurMaster {
  private static final PhasePlan PHASE =
      new PhasePlan(
          PhasePlan.Phase.LOCAL,
          new PhasePlan.Total(1, 1, 1, 1, 1, 1, 0, "", Span.of(1)),
          List.of(),
          List.of(),
          List.of());
  private static final FarmPlan PLAN =
      new FarmPlan(
          "master", "home", "home", 1, 1, Objective.FASTEST, null, List.of(PHASE), List.of());

  private final Path certificates;
  private final Path folder;
  private final int port;
  private int runs;

  private OurMaster(Path certificates, Path folder, int port) {
    this.certificates = certificates;
    this.folder = folder;
    this.port = port;
  }

  public static void main(String[] args) throws IOException {
    var master = new OurMaster(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
    var questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    System.out.println("answer 0");
    for (var line = questions.readLine(); line != null; line = questions.readLine()) {
      var words = line.split(" ", -1);
      System.out.println("answer " + master.answer(words[0], Integer.parseInt(words[1])));
    }
    System.exit(0);
  }

  private String answer(String what, int number) throws IOException {
    return switch (what) {
      case "hold" -> hold(number);
      case "crowd" -> crowd(number);
      default -> run(what, number);
    };
  }

  /**
   * Lets a million tasks wait, and workers join that never finish any.
   *
   * @return MiB of this process with the tasks alone, and with the workers
   */
  private String hold(int workers) throws IOException {
    var path = Files.createDirectory(folder.resolve("held-" + ProcessHandle.current().pid()));
    try (var log = FarmLog.file(path.resolve("log.jsonl"), line -> System.err.println(line));
        var farm = open("held", path, app("hold", OurFarm.QUEUED), log)) {
      var none = Memory.Resident.of(ProcessHandle.current().pid()).now();
      System.out.println("holding");
      while (farm.status().children().stream().filter(c -> c.connected()).count() < workers) {
        Thread.sleep(200);
      }
      Thread.sleep(2_000);
      var all = Memory.Resident.of(ProcessHandle.current().pid()).now();
      farm.dismiss("enough");
      return (none >> 20) + " " + (all >> 20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** No-op tasks per second, after so many seconds in which workers have joined. */
  private String crowd(int seconds) throws IOException {
    var path = Files.createDirectory(folder.resolve("crowd-" + ProcessHandle.current().pid()));
    try (var log = FarmLog.file(path.resolve("log.jsonl"), line -> System.err.println(line));
        var farm = open("crowd", path, app("noop", OurFarm.ENDLESS), log)) {
      Thread.sleep(1_000L * seconds);
      long start = System.nanoTime();
      long before = farm.status().finished();
      Thread.sleep(5_000);
      long done = farm.status().finished() - before;
      double rate = done / ((System.nanoTime() - start) * 1e-9);
      farm.dismiss("enough");
      return Double.toString(rate);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private FarmRun open(String name, Path path, FarmApp app, FarmLog log) throws IOException {
    var options =
        new FarmRun.Options(
            name,
            path,
            new InetSocketAddress("localhost", port),
            Identity.in(certificates, "master"),
            hello -> null,
            ProtocolSettings.DEFAULT,
            false,
            null,
            null);
    return new FarmRun(options, PLAN, PHASE, TaskSpec.of(app, path), log);
  }

  private String run(String what, int tasks) throws IOException {
    var name = "bench-%d-%d".formatted(ProcessHandle.current().pid(), runs++);
    var path = Files.createDirectory(folder.resolve(name));
    OurTasks.Noop.began = what.equals("command") ? System.nanoTime() : 0;
    try (var log = FarmLog.file(path.resolve("log.jsonl"), line -> System.err.println(line));
        var farm = open(name, path, app(what, tasks), log)) {
      farm.ended().join();
      double seconds = (System.nanoTime() - OurTasks.Noop.began) * 1e-9;
      check(what, tasks, farm);
      return what.equals("rare") ? latencies() : Double.toString(seconds);
    } finally {
      delete(path);
    }
  }

  private static String latencies() {
    var text = new StringBuilder();
    for (int task = 2; task < OurFarm.RARE; task++) {
      text.append(task == 2 ? "" : " ").append(OurTasks.Rare.added(task));
    }
    return text.toString();
  }

  private static FarmApp app(String what, int tasks) {
    boolean noop = what.equals("noop");
    TaskCode code =
        switch (what) {
          case "noop" -> new TaskCode.JavaClass("io.strait.bench.farm.OurTasks$Noop");
          case "rare" -> new TaskCode.JavaClass("io.strait.bench.farm.OurTasks$Rare");
          case "hold" -> new TaskCode.JavaClass("io.strait.bench.farm.OurTasks$Endless");
          case "bulk" -> new TaskCode.JavaClass("io.strait.bench.farm.OurTasks$Bulk");
          default -> new TaskCode.Command("true");
        };
    return new FarmApp(
        what,
        tasks,
        Bytes.ZERO,
        Bytes.ZERO,
        noop ? Reduction.SUM : what.equals("rare") ? Reduction.OWN : Reduction.NONE,
        Element.LONG,
        null,
        null,
        code);
  }

  private static void check(String what, int tasks, FarmRun farm) {
    var status = farm.status();
    if (status.finished() != tasks || !status.failed().isEmpty()) {
      throw new IllegalStateException(status.toString());
    }
    if (what.equals("noop")) {
      long sum = ByteBuffer.wrap(farm.results().total()).order(ByteOrder.LITTLE_ENDIAN).getLong();
      if (sum != (long) tasks * (tasks - 1) / 2) {
        throw new IllegalStateException("the sum is wrong: " + sum);
      }
    }
  }

  private static void delete(Path path) throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

package io.strait.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code tools/fuzz} runs: {@code list}, or {@code [TARGET] [SECONDS]}. */
final class FuzzMain {
  private static final int DEFAULT_SECONDS = 60;

  private FuzzMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var targets = FuzzTarget.all();
    if (args.length > 0 && args[0].equals("list")) {
      targets.forEach(t -> System.out.printf("%-12s %s%n", t.name(), t.code().getName()));
      return;
    }
    boolean one = args.length > 0 && !isNumber(args[0]);
    var chosen = one ? targets.stream().filter(t -> t.name().equals(args[0])).toList() : targets;
    var rest = List.of(args).subList(one ? 1 : 0, args.length);
    if (chosen.isEmpty() || rest.size() > 1 || (rest.size() == 1 && !isNumber(rest.getFirst()))) {
      System.err.println("expected: tools/fuzz [TARGET] [SECONDS], or tools/fuzz list");
      System.exit(2);
    }
    int seconds = rest.isEmpty() ? DEFAULT_SECONDS : Integer.parseInt(rest.getFirst());
    boolean clean = true;
    for (var target : chosen) {
      clean &= look(target, seconds);
    }
    System.exit(clean ? 0 : 1);
  }

  private static boolean isNumber(String text) {
    return text.matches("[1-9]\\d{0,6}");
  }

  /** Looks at one target; what is found is kept where the tests read it again. */
  private static boolean look(FuzzTarget target, int seconds)
      throws IOException, InterruptedException {
    var folder = Files.createDirectories(Samples.root().resolve("target/fuzz/" + target.name()));
    var outcome = new Jazzer(folder).look(target, seconds);
    if (outcome.exitCode() == 0) {
      System.out.printf(
          "%-12s nothing found; %d runs, %d per second%n",
          target.name(), outcome.runs(), outcome.runs() / seconds);
      return true;
    }
    System.out.printf("%-12s failed, see %s%n", target.name(), folder.resolve("log"));
    System.out.println(outcome.shortLog());
    Files.createDirectories(target.folder());
    for (var found : outcome.found()) {
      var kept = Files.move(found, target.folder().resolve(found.getFileName()));
      System.out.println("kept " + Path.of("").toAbsolutePath().relativize(kept));
    }
    return false;
  }
}

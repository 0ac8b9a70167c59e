package io.strait.stencil.run;

import io.strait.launch.site.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Which of several forms of one computation is the fastest on this machine. That depends on the
 * processor and on the compiler of the JVM: how many vectors a turn of a loop should have, or
 * whether vectors are worth it at all. It is measured once, for about half a second, and kept in
 * the user's cache by what was measured, processor and JVM. Forms must give the same bits, so that
 * a choice that was measured on a busy machine costs time and nothing else.
 *
 * <p>A file of the cache is one line: the name of a form. Anything else counts as not there.
 */
public final class FastestForm {
  /** Files in the cache; the oldest goes when there are more. */
  private static final int MOST_FILES = 64;

  private static final int MOST_BYTES = 200;

  /** Rounds without a leap after which all is known. */
  private static final int CALM_ROUNDS = 6;

  private static final int MOST_ROUNDS = 50;

  /** What the best time falls to at least when more of the code has been compiled. */
  private static final double LEAP = 0.9;

  /** Nanoseconds of a turn. */
  private static final long TURN = 12_000_000;

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private final Path folder;

  /**
   * @param folder where choices are kept
   */
  FastestForm(Path folder) {
    this.folder = folder;
  }

  /**
   * A form.
   *
   * @param name in one line
   * @param sample some of the work, some microseconds long and equally much for each form
   */
  public record Form(String name, Runnable sample) {}

  /**
   * The fastest form.
   *
   * @param what the computation
   */
  public static Form of(String what, List<Form> forms) {
    return new FastestForm(UserCache.folder().resolve("forms")).choose(what, forms);
  }

  Form choose(String what, List<Form> forms) {
    var file = folder.resolve(key(what, forms));
    var known = read(file);
    for (var form : forms) {
      if (form.name.equals(known)) {
        return form;
      }
    }
    var best = measure(forms);
    keep(file, best.name);
    return best;
  }

  /**
   * They take turns, so that what else goes on meets each, until all have been compiled: the best
   * time of a form falls by leaps until then.
   */
  private static Form measure(List<Form> forms) {
    var best = new long[forms.size()];
    Arrays.fill(best, Long.MAX_VALUE);
    int calm = 0;
    for (int round = 0; calm < CALM_ROUNDS && round < MOST_ROUNDS; round++) {
      var before = best.clone();
      calm++;
      for (int i = 0; i < best.length; i++) {
        best[i] = Math.min(best[i], turn(forms.get(i).sample));
        if (best[i] < LEAP * before[i]) {
          calm = 0;
        }
      }
    }
    int least = 0;
    for (int i = 1; i < best.length; i++) {
      least = best[i] < best[least] ? i : least;
    }
    return forms.get(least);
  }

  /** The least nanoseconds that a sample took. */
  private static long turn(Runnable sample) {
    long best = Long.MAX_VALUE;
    long began = System.nanoTime();
    for (long now = began; now - began < TURN; ) {
      sample.run();
      long then = System.nanoTime();
      best = Math.min(best, then - now);
      now = then;
    }
    return best;
  }

  /** What the choice depends on, as the name of a file. */
  private static String key(String what, List<Form> forms) {
    var text =
        String.join(
            "\n",
            what,
            String.join(", ", forms.stream().map(Form::name).toList()),
            System.getProperty("os.arch"),
            System.getProperty("java.vm.version"),
            processor());
    try {
      var sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What Linux says about the first processor, without what changes from moment to moment. */
  private static String processor() {
    try (var lines = Files.lines(PROCESSORS)) {
      return String.join(
          "\n",
          lines
              .takeWhile(line -> !line.isBlank())
              .filter(line -> !line.contains("MHz") && !line.startsWith("bogomips"))
              .toList());
    } catch (IOException | UncheckedIOException e) {
      return "unknown";
    }
  }

  private static String read(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
          ? Files.readString(file).strip()
          : "";
    } catch (IOException e) {
      return ""; // then it is measured again
    }
  }

  private void keep(Path file, String name) {
    try {
      Files.createDirectories(folder);
      var part = Files.createTempFile(folder, "new", ".part");
      try {
        Files.writeString(part, name + "\n");
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
      removeOldest();
    } catch (IOException e) {
      // Then it is measured again next time.
    }
  }

  private void removeOldest() throws IOException {
    try (var files = Files.list(folder)) {
      var all =
          files
              .sorted(Comparator.comparingLong((Path each) -> each.toFile().lastModified()))
              .toList();
      for (var each : all.subList(0, Math.max(0, all.size() - MOST_FILES))) {
        Files.deleteIfExists(each);
      }
    }
  }
}

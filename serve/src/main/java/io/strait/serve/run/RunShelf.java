package io.strait.serve.run;

import io.strait.kind.Kind;
import io.strait.kind.run.Lead;
import io.strait.kind.run.RunFolder;
import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The runs below a folder, by name. Nothing outside of it can be named. */
public final class RunShelf {
  private static final int MOST = 1_000;

  /** How a summary says, before all else, that the run did not come to its end. */
  private static final Pattern STOPPED = Pattern.compile("\"state\"\\s*:\\s*\"stopped\"");

  private static final int HEAD = 512;

  private static final Pattern NAME =
      Pattern.compile("[^./\\\\\\p{Cntrl}][^/\\\\\\p{Cntrl}]{0,199}");

  private final Path folder;
  private final @Nullable String only;
  private final Function<Path, Kind<?, ?>> kinds;
  private volatile Led led = Led.NEVER;

  /** Whether this process leads the only run here. */
  private enum Led {
    NEVER,
    NOW,
    NO_MORE
  }

  /**
   * @param folder with runs in it, or of a single run
   * @param kinds finds the kind of the run in a folder
   */
  public RunShelf(Path folder, Function<Path, Kind<?, ?>> kinds) {
    this.kinds = kinds;
    if (isRun(folder)) {
      var whole = folder.toAbsolutePath().normalize();
      this.folder = whole.getParent() == null ? whole : whole.getParent();
      this.only = String.valueOf(whole.getFileName());
    } else {
      this.folder = folder.toAbsolutePath().normalize();
      this.only = null;
    }
  }

  /**
   * A run in the list.
   *
   * @param isLive whether a master is at work, as far as its folder tells
   */
  public record Entry(String name, String app, String began, boolean isLive, boolean isDone) {}

  private static boolean isRun(Path folder) {
    return Files.isRegularFile(folder.resolve("run.json"))
        && Files.isRegularFile(folder.resolve("plan.yaml"));
  }

  /** The folder of a run; null if there is none of this name. */
  @Nullable Path find(String name) {
    if (!NAME.matcher(name).matches() || (only != null && !only.equals(name))) {
      return null;
    }
    var found = folder.resolve(name);
    return isRun(found) && !Files.isSymbolicLink(found) ? found : null;
  }

  /** The folders of a run's steps, the latest first. */
  List<Path> steps(Path run) throws IOException {
    var steps = run.resolve("steps");
    if (!Files.isDirectory(steps)) {
      return List.of();
    }
    var times = new HashMap<Path, FileTime>();
    try (var files = Files.list(steps)) {
      for (var step : files.filter(Files::isDirectory).toList()) {
        times.put(step, Files.getLastModifiedTime(step));
      }
    }
    return times.keySet().stream()
        .sorted(Comparator.comparing((Path step) -> times.get(step)).reversed())
        .toList();
  }

  /** What went wrong, without where this folder lies. */
  String relative(@Nullable String message) {
    return String.valueOf(message).replace(folder + "/", "");
  }

  Kind<?, ?> kind(Path run) {
    return kinds.apply(run);
  }

  /** What there is if there is just one; null otherwise. */
  public @Nullable String only() {
    return only;
  }

  /** All runs, the newest first. */
  List<Entry> list() throws IOException {
    var names = new ArrayList<String>();
    if (only != null) {
      names.add(only);
    } else if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        files.map(file -> String.valueOf(file.getFileName())).limit(100 * MOST).forEach(names::add);
      }
    }
    var entries = new ArrayList<Entry>();
    for (var name : names) {
      @Nullable Path run = find(name);
      if (run != null) {
        entries.add(entry(name, run));
      }
    }
    entries.sort(
        Comparator.comparing(Entry::isLive)
            .thenComparing(Entry::began)
            .thenComparing(Entry::name)
            .reversed());
    return entries.subList(0, Math.min(MOST, entries.size()));
  }

  private Entry entry(String name, Path run) throws IOException {
    var known = RunFolder.open(run).read("run.json");
    return new Entry(
        name,
        known.getOrDefault("app", ""),
        known.getOrDefault("began", ""),
        isLive(run),
        isDone(run));
  }

  /** A run that was stopped has a summary too, and can be resumed. */
  static boolean isDone(Path run) throws IOException {
    var summary = run.resolve("summary.json");
    if (!Files.exists(summary)) {
      return false;
    }
    try (var in = Files.newInputStream(summary)) {
      var head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
      return !STOPPED.matcher(head).find();
    }
  }

  /** The only run here is led by this process, or is not any more. */
  public void isLedHere(boolean now) {
    led = now ? Led.NOW : Led.NO_MORE;
  }

  /** Whether this process led the only run here, and will do so no more. */
  boolean wasLedHere() {
    return led == Led.NO_MORE;
  }

  /** Whether a master has this run, or one of its steps. */
  boolean isLive(Path run) throws IOException {
    return led == Led.NOW || Lead.of(run) != null;
  }

  /** Says why there is nothing to serve; null if there may be something. */
  public static void check(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InputException(
          "'%s': no such folder, expected one with runs in it, or a run".formatted(folder));
    }
  }
}

package io.strait.kind.run;

import io.strait.model.text.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The folder of a run, as the package comment specifies it. */
public final class RunFolder {
  private static final Pattern ENTRY = Pattern.compile("\"([a-z-]+)\": *\"([^\"\\\\]*)\"");
  private final Path folder;

  private RunFolder(Path folder) {
    this.folder = folder;
  }

  /** Makes a new one; it must not exist. */
  public static RunFolder create(Path folder) throws IOException {
    if (Files.exists(folder)) {
      throw new InputException(
          "the folder '%s' exists, expected a new one, or --resume %s".formatted(folder, folder));
    }
    var parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return new RunFolder(folder);
  }

  /** Opens one that is there. */
  public static RunFolder open(Path folder) {
    if (!Files.isRegularFile(folder.resolve("run.json"))) {
      throw new InputException(
          "'%s' is not the folder of a run, expected one with run.json".formatted(folder));
    }
    return new RunFolder(folder);
  }

  public Path path() {
    return folder;
  }

  /** What --resume takes: the folder of the run, also of a step of it. */
  public Path whole() {
    var steps = folder.getParent();
    return steps != null
            && steps.endsWith("steps")
            && steps.getParent() != null
            && !Files.exists(plan())
        ? steps.getParent()
        : folder;
  }

  public Path plan() {
    return folder.resolve("plan.yaml");
  }

  public Path inputs() {
    return folder.resolve("inputs");
  }

  public Path log() {
    return folder.resolve("log.jsonl");
  }

  /** Where the crew's tasks have their folders while the master runs. */
  public Path scratch() {
    return folder.resolve("scratch");
  }

  /** What the crew's gateways keep until the master has it. */
  public Path spool() {
    return folder.resolve("spool");
  }

  public Path summary() {
    return folder.resolve("summary.json");
  }

  /** Writes a small file of texts, readable by its owner only, whole or not at all. */
  public void write(String name, Map<String, String> entries) throws IOException {
    write(folder.resolve(name), entries);
  }

  /** Writes such a file anywhere. */
  public static void write(Path file, Map<String, String> entries) throws IOException {
    var text = new StringBuilder("{");
    entries.forEach(
        (key, value) ->
            text.append(text.length() == 1 ? "\n" : ",\n")
                .append("  \"%s\": \"%s\"".formatted(key, value)));
    var part = file.resolveSibling("." + file.getFileName() + ".part");
    Files.deleteIfExists(part);
    Files.createFile(
        part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(part, text.append("\n}\n"));
    Files.move(
        part,
        file,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads such a file; empty if it is not there. */
  public Map<String, String> read(String name) throws IOException {
    return read(folder.resolve(name));
  }

  /** Reads such a file anywhere; empty if it is not there. */
  public static Map<String, String> read(Path file) throws IOException {
    var entries = new TreeMap<String, String>();
    if (Files.exists(file) && Files.size(file) < 1 << 20) {
      var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      var found = ENTRY.matcher(text);
      while (found.find()) {
        entries.put(found.group(1), found.group(2));
      }
    }
    return entries;
  }

  /** The running master has ended. */
  public void forgetControl() throws IOException {
    Files.deleteIfExists(folder.resolve("control.json"));
  }
}

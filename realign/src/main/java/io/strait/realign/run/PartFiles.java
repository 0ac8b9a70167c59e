package io.strait.realign.run;

import io.strait.model.PlanException;
import io.strait.realign.file.RealignApp.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;

/**
 * The files of parts.
 *
 * @param folder of what the run keeps for itself
 * @param data the user's files, or those that are made up
 */
public record PartFiles(Path folder, Data data) {
  private static final String RANK = "{rank}";

  /** The file of a block of a phase. */
  Path file(Moves moves, int phase, int block) {
    if (data instanceof Data.Files files && (phase == 0 || phase == moves.phases() - 1)) {
      var name = phase == 0 ? files.source() : files.target();
      return Path.of(name.replace(RANK, Integer.toString(block)));
    }
    return folder.resolve("phase%d-%d.bin".formatted(phase, block));
  }

  boolean isMadeUp() {
    return !(data instanceof Data.Files);
  }

  /**
   * Complains about files of the user that are not there or have another size.
   *
   * @throws PlanException.Value that names the file
   */
  public void check(Moves moves) {
    if (isMadeUp()) {
      return;
    }
    int last = moves.phases() - 1;
    var sources = new HashSet<Path>();
    for (int rank = 0; rank < moves.ranks().size(); rank++) {
      check(moves, rank);
      sources.add(real(file(moves, 0, rank)));
    }
    for (int block = 0; block < moves.ranks().size(); block++) {
      var target = file(moves, last, block);
      if (sources.contains(real(target))) {
        throw new PlanException.Value(
            "data", "%s is source and target, expected two files".formatted(target));
      }
    }
  }

  /** One path for a file, whichever of its names is given. */
  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize(); // it is not there yet
    }
  }

  void check(Moves moves, int rank) {
    if (isMadeUp()) {
      return;
    }
    int block = moves.block(0, rank);
    var file = file(moves, 0, block);
    long bytes = moves.bytes(0, rank);
    try {
      if (!Files.isRegularFile(file) || Files.size(file) != bytes) {
        throw new PlanException.Value(
            "data",
            "%s %s, expected a file of %d B, the part of logical processor %d"
                .formatted(
                    file,
                    Files.isRegularFile(file)
                        ? "has %d B".formatted(Files.size(file))
                        : "does not exist",
                    bytes,
                    block));
      }
    } catch (IOException e) {
      throw new PlanException.Value("data", "%s: %s".formatted(file, e.getMessage()));
    }
    int last = moves.phases() - 1;
    var target = file(moves, last, moves.block(last, rank)).toAbsolutePath();
    var parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent) || Files.isDirectory(target)) {
      throw new PlanException.Value(
          "data", "%s cannot be written, expected a file in an existing folder".formatted(target));
    }
    if (real(target).equals(real(file))) {
      throw new PlanException.Value(
          "data", "%s is source and target, expected two files".formatted(file));
    }
  }

  /** Removes what the run kept for itself. */
  public void forget() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var own = Files.newDirectoryStream(folder, "{phase,arrived-}*")) {
      for (var file : own) {
        Files.delete(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}

package io.strait.stencil.run;

import io.strait.model.text.InputException;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.plan.Rect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the cells of a run go in its folder: {@code checkpoints/N.raw} (the last two), {@code
 * frames/N.png}, and at the end {@code result.raw} and {@code result.png}. Raw files are described
 * at {@link RawFile}.
 */
public final class StencilFolder implements CellSink {
  private static final int KEPT = 2;

  private final Path folder;
  private final StencilApp app;
  private final Scale scale;
  private final IterationSchedule schedule;

  public StencilFolder(Path folder, StencilApp app, Kernel kernel) {
    this.folder = folder;
    this.app = app;
    this.scale = kernel.scale();
    this.schedule = IterationSchedule.of(app);
  }

  @Override
  public void cells(long iteration, MemorySegment cells, boolean last) {
    try {
      if (last) {
        raw(folder.resolve("result.raw"), cells);
        picture(folder.resolve("result.png"), cells);
      }
      if (schedule.snapshot() > 0 && iteration % schedule.snapshot() == 0 && !last) {
        var checkpoints = Files.createDirectories(folder.resolve("checkpoints"));
        raw(checkpoints.resolve(iteration + ".raw"), cells);
        forget(checkpoints);
      }
      if (schedule.frame() > 0 && iteration % schedule.frame() == 0) {
        var frames = Files.createDirectories(folder.resolve("frames"));
        picture(frames.resolve("%09d.png".formatted(iteration)), cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the cells of the run: " + e.getMessage(), e);
    }
  }

  private Rect whole() {
    return new Rect(0, 0, app.columns(), app.rows());
  }

  private long stride() {
    return (long) app.rows() * app.type().bytes();
  }

  private void raw(Path path, MemorySegment cells) throws IOException {
    try (var file = RawFile.create(path, app.type(), app.rows())) {
      file.put(whole(), cells, 0, stride());
      file.finish();
    }
  }

  private void picture(Path path, MemorySegment cells) throws IOException {
    var frame = new PictureFrame(app.type(), app.columns(), app.rows());
    frame.put(whole(), cells, 0, stride());
    frame.write(path, scale);
  }

  private static void forget(Path checkpoints) throws IOException {
    var there = iterations(checkpoints);
    for (int i = 0; i < there.size() - KEPT; i++) {
      Files.deleteIfExists(checkpoints.resolve(there.get(i) + ".raw"));
    }
  }

  private static List<Long> iterations(Path checkpoints) throws IOException {
    var found = new ArrayList<Long>();
    if (Files.isDirectory(checkpoints)) {
      try (Stream<Path> files = Files.list(checkpoints)) {
        files.forEach(
            file -> {
              var name = String.valueOf(file.getFileName());
              if (name.matches("[0-9]{1,10}\\.raw")) {
                found.add(Long.parseLong(name.substring(0, name.length() - 4)));
              }
            });
      }
    }
    found.sort(Comparator.naturalOrder());
    return found;
  }

  /** Finds the iteration of the last checkpoint that is whole; 0 if there is none. */
  public long findLastIteration() throws IOException {
    var there = iterations(folder.resolve("checkpoints"));
    for (long iteration : there.reversed()) {
      if (Files.size(checkpoint(iteration)) == bytes()) {
        return iteration;
      }
    }
    return 0;
  }

  private Path checkpoint(long iteration) {
    return folder.resolve("checkpoints").resolve(iteration + ".raw");
  }

  private long bytes() {
    return stride() * app.columns();
  }

  /** Reads the last checkpoint that is whole; {@link Checkpoint#NONE} if there is none. */
  public Checkpoint readLast() throws IOException {
    long iteration = findLastIteration();
    if (iteration == 0) {
      var damaged = iterations(folder.resolve("checkpoints"));
      if (!damaged.isEmpty()) {
        var file = checkpoint(damaged.getLast());
        throw new InputException(
            "%s has %d bytes, expected %d for %d x %d cells"
                .formatted(file, Files.size(file), bytes(), app.columns(), app.rows()));
      }
      return Checkpoint.NONE;
    }
    try (var channel = FileChannel.open(checkpoint(iteration), StandardOpenOption.READ)) {
      return new Checkpoint(
          iteration, channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes(), Arena.ofAuto()));
    }
  }
}

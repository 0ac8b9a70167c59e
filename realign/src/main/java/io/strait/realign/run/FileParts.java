package io.strait.realign.run;

import io.strait.kind.run.RunFailure;
import io.strait.model.PlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * RankParts in files, mapped into memory. Now and then another thread makes safe what has come, and
 * writes that down.
 */
final class FileParts implements RankParts {
  private static final long PAUSE = 200_000_000;

  private final Arena arena = Arena.ofShared();
  private final Moves moves;
  private final int rank;
  private final PartFiles files;
  private final FileLedger ledger;
  private final MemorySegment[] parts;
  private final Thread keeper;
  private volatile @Nullable IOException trouble;
  private volatile boolean closing;

  FileParts(Moves moves, int rank, PartFiles files) {
    this.moves = moves;
    this.rank = rank;
    this.files = files;
    try {
      files.check(moves, rank);
    } catch (PlanException.Value e) {
      throw new RunFailure(String.valueOf(e.getMessage()), e);
    }
    parts = new MemorySegment[moves.phases()];
    try {
      Files.createDirectories(files.folder());
      ledger = new FileLedger(files.folder().resolve("arrived-%d.log".formatted(rank)));
      for (int phase = 0; phase < parts.length; phase++) {
        parts[phase] = open(phase);
      }
    } catch (IOException | RunFailure e) {
      arena.close();
      throw e instanceof RunFailure told
          ? told
          : new RunFailure("rank %d: %s".formatted(rank, said((IOException) e)), e);
    }
    keeper = Thread.ofPlatform().daemon().name("keeper of rank " + rank).start(this::keep);
  }

  private static String said(IOException e) {
    return e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : e.toString();
  }

  private MemorySegment open(int phase) throws IOException {
    var path = files.file(moves, phase, moves.block(phase, rank));
    long bytes = moves.bytes(phase, rank);
    if (phase == 0) {
      if (files.isMadeUp() && !Files.exists(path)) {
        makeUp(path, bytes);
      }
      return map(path, bytes, FileChannel.MapMode.READ_ONLY, StandardOpenOption.READ);
    }
    if (!ledger.isEmpty() && !(Files.isRegularFile(path) && Files.size(path) == bytes)) {
      throw new RunFailure(
          "%s is gone or has another size than %d B, but an earlier attempt wrote into it; expected the"
                  .formatted(path, bytes)
              + " file as it was left, or a new run");
    }
    return map(
        path,
        bytes,
        FileChannel.MapMode.READ_WRITE,
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** The source's part, whole or not at all. */
  private void makeUp(Path path, long bytes) throws IOException {
    var begun = path.resolveSibling(path.getFileName() + ".part");
    try (var confined = Arena.ofConfined();
        var channel =
            FileChannel.open(
                begun,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      if (bytes > 0) {
        var part = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, confined);
        new ElementPattern(moves.phase(0), moves.elementBytes()).fill(part, moves.block(0, rank));
        part.force();
      }
    }
    Files.move(begun, path, StandardCopyOption.ATOMIC_MOVE);
  }

  private MemorySegment map(
      Path path, long bytes, FileChannel.MapMode mode, StandardOpenOption... how)
      throws IOException {
    try (var channel = FileChannel.open(path, how)) {
      if (mode.equals(FileChannel.MapMode.READ_WRITE) && channel.size() > bytes) {
        channel.truncate(bytes);
      }
      return bytes == 0 ? MemorySegment.NULL : channel.map(mode, 0, bytes, arena);
    }
  }

  FileLedger fileLedger() {
    return ledger;
  }

  @Override
  public boolean isFiles() {
    return true;
  }

  @Override
  public void prepare(int repetition) {}

  @Override
  public void read() {
    if (parts[0].byteSize() > 0) {
      parts[0].load();
    }
  }

  @Override
  public MemorySegment part(int phase) {
    return parts[phase];
  }

  private void keep() {
    while (!closing) {
      LockSupport.parkNanos(PAUSE);
      try {
        save();
      } catch (IOException e) {
        trouble = e;
        return;
      }
    }
  }

  /** Makes safe what has come, then writes that down. */
  private synchronized void save() throws IOException {
    var keys = ledger.takePending();
    if (keys.length == 0) {
      return;
    }
    var changed = new boolean[parts.length];
    for (long key : keys) {
      changed[(int) (key >>> 32) % moves.steps() + 1] = true;
    }
    try {
      for (int phase = 0; phase < parts.length; phase++) {
        if (changed[phase] && parts[phase].byteSize() > 0) {
          parts[phase].force();
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    ledger.write(keys);
  }

  @Override
  public void write() {
    try {
      save();
      var failed = trouble;
      if (failed != null) {
        throw failed;
      }
    } catch (IOException e) {
      throw new RunFailure("rank %d: %s".formatted(rank, said(e)), e);
    }
  }

  @Override
  public boolean check() {
    int last = moves.phases() - 1;
    return !files.isMadeUp()
        || new ElementPattern(moves.phase(last), moves.elementBytes())
            .check(parts[last], moves.block(last, rank));
  }

  @Override
  public long memory() {
    return 0;
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  /** What is not safe yet is forgotten: somebody sends it again. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(keeper);
    boolean interrupted = false;
    while (keeper.isAlive()) {
      try {
        keeper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    ledger.close();
    arena.close();
  }
}

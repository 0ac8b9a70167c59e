package io.strait.transport.store;

import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The buffers in which the bytes of a log gather before they are written: a small one, and a large
 * one of whole blocks for files that bypass the system's cache, where the system can do that.
 * Through the cache, a large record costs ten times the CPU time, and it is seldom read afterwards.
 */
final class Staging {
  /** Groups of at least this many bytes bypass the cache. */
  static final long LARGE = 1 << 20;

  private static final int SMALL_BYTES = 256 << 10;
  private static final int BLOCKS_BYTES = 8 << 20;

  /** The JDK's option to bypass the cache; null if it has none. */
  private static final @Nullable OpenOption DIRECT = direct();

  private final ByteBuffer small = ByteBuffer.allocateDirect(SMALL_BYTES);
  private @Nullable ByteBuffer blocks;
  private int blockSize;
  private boolean wanted;
  private boolean works;

  /**
   * @param uncached whether large groups should bypass the cache
   */
  Staging(boolean uncached) {
    this.wanted = uncached;
  }

  /** Finds the option by name, because the compiler warns about classes of a single JDK. */
  private static @Nullable OpenOption direct() {
    try {
      for (var option : Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption found && found.toString().equals("DIRECT")) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      // Everything goes through the cache.
    }
    return null;
  }

  ByteBuffer small() {
    return small;
  }

  /** The buffer of whole blocks. Valid once {@link #open} has returned a file. */
  ByteBuffer blocks() {
    return requireNonNull(blocks);
  }

  int blockSize() {
    return blockSize;
  }

  /** Opens a file for whole blocks; null if that is not possible here. */
  @Nullable FileChannel open(Path file) {
    if (!wanted || DIRECT == null) {
      return null;
    }
    try {
      var channel = FileChannel.open(file, WRITE, DIRECT);
      if (blocks == null) {
        blockSize = Math.toIntExact(Files.getFileStore(file).getBlockSize());
        blocks = ByteBuffer.allocateDirect(BLOCKS_BYTES + blockSize).alignedSlice(blockSize);
        blocks.limit(BLOCKS_BYTES - BLOCKS_BYTES % blockSize);
        blocks = blocks.slice();
      }
      return channel;
    } catch (IOException | UnsupportedOperationException | ArithmeticException e) {
      wanted = false;
      return null;
    }
  }

  /** Notes that whole blocks were written. */
  void works() {
    works = true;
  }

  /** Notes a failed write. If no write has ever bypassed the cache, bypassing may be the cause. */
  void failed() {
    wanted &= works;
  }
}

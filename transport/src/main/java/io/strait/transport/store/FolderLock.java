package io.strait.transport.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps a folder to one owner, with a lock of the operating system that ends with the process. A
 * set keeps the owners inside this process apart: on POSIX systems, closing a second channel to the
 * lock file would release the first one's lock.
 */
final class FolderLock implements AutoCloseable {
  private static final Set<Path> OWNED = new HashSet<>();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Locks an existing folder, or fails with the name of its owner. */
  static FolderLock lock(Path folder) throws IOException {
    Path real = folder.toRealPath();
    synchronized (OWNED) {
      if (!OWNED.add(real)) {
        throw new IOException(folder + " is already in use by this process");
      }
    }
    boolean locked = false;
    try {
      FileChannel channel = PrivateFiles.open(real.resolve("lock"), Set.of(CREATE, READ, WRITE));
      try {
        FileLock lock = channel.tryLock();
        if (lock == null) {
          throw new IOException(folder + " is in use by " + owner(channel));
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(ownName().getBytes(StandardCharsets.US_ASCII)), 0);
        locked = true;
        return new FolderLock(real, channel);
      } finally {
        if (!locked) {
          channel.close();
        }
      }
    } finally {
      if (!locked) {
        forget(real);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      forget(folder);
    }
  }

  private static void forget(Path folder) {
    synchronized (OWNED) {
      OWNED.remove(folder);
    }
  }

  private static String ownName() {
    return "process " + ProcessHandle.current().pid() + "\n";
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer name = ByteBuffer.allocate(64);
    channel.read(name, 0);
    String text = new String(name.array(), 0, name.position(), StandardCharsets.US_ASCII).strip();
    return text.isEmpty() ? "another process" : text;
  }
}

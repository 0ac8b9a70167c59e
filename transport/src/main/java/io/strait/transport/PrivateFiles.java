package io.strait.transport;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Files and folders that only their owner may read, from the moment they exist. Where the platform
 * has no such permissions, they are ordinary files.
 */
public final class PrivateFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rw-rw-");

  private PrivateFiles() {}

  /** Creates a folder and its missing parents. An existing folder stays as it is. */
  public static void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder, attributes("rwx------"));
  }

  /** Opens a file. If it is created, only its owner may read it. */
  public static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
    return FileChannel.open(file, options, attributes("rw-------"));
  }

  /**
   * Creates files with their contents, in order: all of them or none. Each file is whole from the
   * moment it exists, even if the process dies.
   *
   * @throws FileAlreadyExistsException if one of the files exists
   */
  public static void create(Map<Path, byte[]> files) throws IOException {
    Deque<Path> parts = new ArrayDeque<>();
    Deque<Path> done = new ArrayDeque<>();
    try {
      for (var file : files.entrySet()) {
        parts.add(writePart(file.getKey(), file.getValue()));
      }
      for (Path file : files.keySet()) {
        publish(parts.getFirst(), file);
        parts.removeFirst();
        done.add(file);
      }
      done.clear();
    } finally {
      for (Path file : parts) {
        Files.deleteIfExists(file);
      }
      for (Path file : done) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Writes a file in place of one that may be there. It is whole at every moment. */
  public static void replace(Path file, byte[] content) throws IOException {
    Files.move(
        writePart(file, content),
        file,
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path writePart(Path file, byte[] content) throws IOException {
    Path part = file.resolveSibling(".%s.%s.part".formatted(file.getFileName(), UUID.randomUUID()));
    boolean whole = false;
    try (var channel = open(part, Set.of(CREATE_NEW, WRITE))) {
      var buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
      whole = true;
    } finally {
      if (!whole) {
        Files.deleteIfExists(part);
      }
    }
    return part;
  }

  /** Gives a file its final name, unless the name is taken. */
  private static void publish(Path part, Path file) throws IOException {
    try {
      Files.createLink(file, part); // unlike a move, this never replaces anything
      Files.delete(part);
    } catch (UnsupportedOperationException e) {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(file.toString());
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Whether anyone but the owner may read or write the file. */
  public static boolean openToOthers(Path file) throws IOException {
    if (!POSIX) {
      return false;
    }
    var permissions = Files.getPosixFilePermissions(file);
    return OTHERS.stream().anyMatch(permissions::contains);
  }

  private static FileAttribute<?>[] attributes(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}

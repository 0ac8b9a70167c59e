package io.strait.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and folders that only their owner may read, from the moment they exist. Where the platform
 * has no such permissions, ordinary files.
 */
public final class PrivateFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rw-rw-");

  private PrivateFiles() {}

  /** Creates a folder, and those above it that are missing; one that exists stays as it is. */
  public static void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder, attributes("rwx------"));
  }

  /** Opens a file; if that creates it, for its owner alone. */
  public static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
    return FileChannel.open(file, options, attributes("rw-------"));
  }

  /** Whether somebody else than the owner may read or write the file. */
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

package io.strait.launch.site;

import io.strait.launch.bundle.Bundle;
import io.strait.launch.bundle.JavaRuntime;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The bundles of this Strait, made when one is needed first and kept in the user's cache. What is
 * kept is found again by the jars and the Java that it was made of.
 */
public final class BundleCache implements Installer.Source {
  private final String name;

  /**
   * @param name of the folder in the archive
   */
  public BundleCache(String name) {
    this.name = name;
  }

  /** This machine, as {@code uname -sm} says it, in lower case. */
  public static String here() {
    var processor =
        System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
    return (System.getProperty("os.name") + " " + processor).toLowerCase(Locale.ROOT);
  }

  /** One thread of this process at a time; the lock of the file is for other processes. */
  @Override
  public synchronized Installer.Archive of(String machine, boolean hasJava)
      throws IOException, InterruptedException {
    if (machine.equals(here())) {
      var java = new JavaRuntime.Linked(Path.of(System.getProperty("java.home")));
      return made(Bundle.ofThis(name, java), "");
    }
    var kept = file(Bundle.ofThis(name, new JavaRuntime.Own()), kind(machine));
    if (Files.exists(kept)) {
      return new Installer.Archive(kept, name, sha256(kept));
    }
    if (hasJava) {
      return made(Bundle.ofThis(name, new JavaRuntime.Own()), "-own");
    }
    throw new IOException(
        "it is %s and has no Java 25, this machine is %s; expected a JDK 25 there, or first: strait bundle --keep --jdk JDK-FOR-%s"
            .formatted(machine, here(), kind(machine).substring(1)));
  }

  /** Makes a bundle for machines of another kind, and keeps it. */
  public synchronized Installer.Archive keep(JavaRuntime.Foreign java)
      throws IOException, InterruptedException {
    var bundle = Bundle.ofThis(name, java);
    Files.deleteIfExists(file(bundle, kind(java.machine())));
    return made(bundle, kind(java.machine()));
  }

  private static String kind(String machine) {
    return "-" + machine.replaceAll("[^a-z0-9_]+", "-");
  }

  private static Path file(Bundle bundle, String kind) throws IOException {
    return Files.createDirectories(UserCache.folder()).resolve(key(bundle) + kind + ".tar.gz");
  }

  private Installer.Archive made(Bundle bundle, String kind)
      throws IOException, InterruptedException {
    var file = file(bundle, kind);
    // Two runs at once make it once.
    try (var lock =
            FileChannel.open(
                file.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = lock.lock()) {
      if (!Files.exists(file)) {
        var part = file.resolveSibling("new.part");
        try (var out = Files.newOutputStream(part)) {
          bundle.write(out);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return new Installer.Archive(file, name, sha256(file));
  }

  private static String key(Bundle bundle) throws IOException {
    var digest = digest();
    digest.update(System.getProperty("java.runtime.version").getBytes(StandardCharsets.UTF_8));
    for (var jar : bundle.jars()) {
      digest.update(
          "%s %d %s%n"
              .formatted(jar.getFileName(), Files.size(jar), Files.getLastModifiedTime(jar))
              .getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 12);
  }

  private static String sha256(Path file) throws IOException {
    var digest = digest();
    try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

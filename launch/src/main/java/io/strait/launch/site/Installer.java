package io.strait.launch.site;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Brings Strait to a site: once per version, by checksum, and after a cut from where it was. Who
 * comes second waits for the first.
 */
public final class Installer {
  private static final long INSTALLED = -1;
  private static final long ABSENT = -2;

  /** It is installed, and nobody has tried to make its caches. */
  private static final long BARE = -3;

  private static final Duration LONG = Duration.ofHours(2);
  private static final int CHUNK = 256 << 10;

  /** Nobody sends what has not grown for so many looks. */
  private static final int LOOKS = 5;

  private static final long LOOK_MILLIS = 1000;

  /** Gets to know how far it is: bytes that were sent, and all. */
  public interface Progress {
    void sent(long bytes, long all);
  }

  /** An archive that {@code strait bundle} makes. */
  public interface Source {
    /**
     * @param machine as {@code uname -sm} says it, in lower case
     * @param hasJava whether there is a Java of this version; not asked for machines like this one
     */
    Archive of(String machine, boolean hasJava) throws IOException, InterruptedException;
  }

  /**
   * An archive.
   *
   * @param top the folder in it
   * @param sha256 in hexadecimal digits
   */
  public record Archive(Path file, String top, String sha256) {}

  private final RemoteSite site;

  Installer(RemoteSite site) {
    this.site = site;
  }

  private String home(Archive archive) {
    return site.folder() + "/bundles/" + archive.sha256();
  }

  /** How many bytes of it are there, or a number below zero that says more. */
  private long there(Archive archive) throws IOException, InterruptedException {
    var home = home(archive);
    var state =
        site.shell()
            .check(
                "ls",
                "umask 077 && mkdir -p %s/bundles && if [ -f %s/installed ]; then [ -f %s/cache/tried ] && echo -1 || echo -3; elif [ -f %s.part ]; then wc -c < %s.part; else echo -2; fi"
                    .formatted(site.folder(), home, home, home, home),
                Shell.Input.NONE,
                RemoteSite.BRIEF)
            .strip();
    return Long.parseLong(state);
  }

  Archive archive(Source source) throws IOException, InterruptedException {
    boolean isLikeThis = site.machine().equals(BundleCache.here());
    return source.of(site.machine(), !isLikeThis && site.hasJava());
  }

  /** What would be done, for people. */
  String state(Source source) throws IOException, InterruptedException {
    var archive = archive(source);
    long there = there(archive);
    return isThere(there)
        ? "installed"
        : "%.1f MB will be sent".formatted((Files.size(archive.file()) - Math.max(0, there)) / 1e6);
  }

  /** Installs it unless it is there; returns its folder. */
  String install(Source source, Progress progress) throws IOException, InterruptedException {
    var archive = archive(source);
    var home = home(archive);
    long size = Files.size(archive.file());
    while (true) {
      long offset = there(archive);
      if (isThere(offset)) {
        if (offset == BARE) {
          makeCaches(home);
        }
        return home;
      }
      if (offset == ABSENT || !isGrowing(archive, offset)) {
        if (take(home + ".part", offset)) {
          send(archive, Math.max(0, offset), progress);
          unpack(archive);
          makeCaches(home);
          return home;
        }
      } else {
        progress.sent(offset, size);
      }
    }
  }

  private static boolean isThere(long state) {
    return state == INSTALLED || state == BARE;
  }

  /**
   * Lets what makes Strait start fast be made there, in the background: processes that start before
   * it is done start slowly, and jobs mostly wait in a queue meanwhile. Where it fails, all of them
   * start slowly.
   */
  private void makeCaches(String home) throws IOException, InterruptedException {
    site.shell()
        .run(
            "umask 077; [ -x %s/runtime/bin/java ] && cd %s && { nice setsid sh bin/make-caches >/dev/null 2>&1 </dev/null & }; true"
                .formatted(home, home),
            Shell.Input.NONE,
            RemoteSite.BRIEF);
  }

  /** Whether somebody else sends it at the moment. */
  private boolean isGrowing(Archive archive, long size) throws IOException, InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      Thread.sleep(LOOK_MILLIS);
      if (there(archive) != size) {
        return true;
      }
    }
    return false;
  }

  /**
   * Becomes the only one who writes the file. An earlier writer, whose connection broke perhaps
   * without its notice, keeps a file that has no name any more.
   */
  private boolean take(String part, long offset) throws IOException, InterruptedException {
    // Where there is none, only one can make it.
    var script =
        offset == ABSENT
            ? "set -C; umask 077; : > %s".formatted(part)
            : "umask 077 && cp %s %s.mine && mv %s.mine %s".formatted(part, part, part, part);
    var output = site.shell().run(script, Shell.Input.NONE, RemoteSite.BRIEF);
    if (output.code() != 0 && output.said().contains("space")) {
      throw new ShellException("%s: cp: %s".formatted(site.shell().where(), output.words()));
    }
    return output.code() == 0;
  }

  private void send(Archive archive, long offset, Progress progress)
      throws IOException, InterruptedException {
    long size = Files.size(archive.file());
    if (offset < size) {
      site.shell()
          .check(
              "cat",
              "umask 077 && cat >> %s.part".formatted(home(archive)),
              out -> {
                try (var from = FileChannel.open(archive.file())) {
                  from.position(offset);
                  var in = Channels.newInputStream(from);
                  var some = new byte[CHUNK];
                  for (int n = in.read(some); n > 0; n = in.read(some)) {
                    out.write(some, 0, n);
                    progress.sent(from.position(), size);
                  }
                }
              },
              LONG);
    }
  }

  private void unpack(Archive archive) throws IOException, InterruptedException {
    var shell = site.shell();
    var home = home(archive);
    var part = home + ".part";
    var sum =
        shell
            .check(
                "sha256sum",
                "if command -v sha256sum >/dev/null; then sha256sum < %s; elif command -v shasum >/dev/null; then shasum -a 256 < %s; else openssl dgst -sha256 -r < %s; fi"
                    .formatted(part, part, part),
                Shell.Input.NONE,
                RemoteSite.BRIEF)
            .strip();
    if (!sum.startsWith(archive.sha256())) {
      shell.check("rm", "rm -f " + part, Shell.Input.NONE, RemoteSite.BRIEF);
      throw new ShellException(
          "%s: what arrived of %s has another checksum; it was removed, try again"
              .formatted(shell.where(), archive.file().getFileName()));
    }
    shell.check(
        "tar",
        "umask 077 && rm -rf %s.new && mkdir %s.new && tar xzf %s -C %s.new && touch %s.new/%s/installed && { mv %s.new/%s %s 2>/dev/null || [ -f %s/installed ]; } && rm -rf %s.new %s"
            .formatted(
                home,
                home,
                part,
                home,
                home,
                archive.top(),
                home,
                archive.top(),
                home,
                home,
                home,
                part),
        Shell.Input.NONE,
        Duration.ofMinutes(10));
  }
}

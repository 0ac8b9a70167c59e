package io.strait.cli.sites;

import io.strait.kind.run.ExitCode;
import io.strait.kind.run.Version;
import io.strait.launch.bundle.Bundle;
import io.strait.launch.bundle.JavaRuntime;
import io.strait.launch.site.BundleCache;
import io.strait.model.UsageException;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strait bundle}. */
@Command(
    name = "bundle",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Packs Strait into one archive for machines that have no Java: those like this one, or those"
          + " that a JDK is for.",
      "",
      "Unpacked by tar, it starts as bin/strait. bin/make-caches, once on the machine, lets it"
          + " start faster. The same Strait and the same JDK give the same bytes."
    },
    footer = {
      "",
      "Examples:",
      "  strait bundle -o strait.tar.gz",
      "  ssh es1 tar xz < strait.tar.gz",
      "  strait bundle --jdk jdk-25_linux-aarch64.tar.gz --keep",
      "                                 for sites of another kind; runs find it"
    })
public final class BundleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The archive to write, .tar.gz.")
  private @Nullable Path output;

  @Option(
      names = "--jdk",
      paramLabel = "DIR|ARCHIVE",
      description =
          "The JDK whose Java goes into the archive, of this or another kind of machine (default:"
              + " the one that runs this).")
  private @Nullable Path jdk;

  @Option(
      names = "--keep",
      description = "Keep it for runs at sites of the kind of machine that the JDK is for.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    if ((output == null) != keep) {
      throw new UsageException("expected --output FILE, or --keep");
    }
    SafeFile.checkWritable(output);
    if (output == null) {
      return keep();
    }
    var bundle = Bundle.ofThis(Version.word(), runtime());
    var digest = sha256();
    SafeFile.write(
        output,
        out -> {
          try {
            bundle.write(new DigestOutputStream(out, digest));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped before the bundle was made");
          }
        });
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %.1f MB, SHA-256 %s%n",
            output, Files.size(output) / 1e6, HexFormat.of().formatHex(digest.digest()));
    return ExitCode.DONE;
  }

  /** Puts the bundle where runs look for it. */
  private int keep() throws IOException {
    if (!(runtime() instanceof JavaRuntime.Foreign foreign)) {
      throw new UsageException(
          "--keep without a JDK of another kind of machine, expected --jdk: bundles for machines"
              + " like this one are kept by themselves");
    }
    try {
      var archive = new BundleCache(Version.word()).keep(foreign);
      spec.commandLine()
          .getOut()
          .printf(
              "for %s: %s, %.1f MB, SHA-256 %s%n",
              foreign.machine(),
              archive.file(),
              Files.size(archive.file()) / 1e6,
              archive.sha256());
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private JavaRuntime runtime() throws IOException {
    if (jdk == null) {
      return new JavaRuntime.Linked(Path.of(System.getProperty("java.home")));
    }
    try {
      var foreign = JavaRuntime.Foreign.of(jdk);
      return foreign.machine().equals(BundleCache.here()) && Files.isDirectory(jdk)
          ? new JavaRuntime.Linked(jdk)
          : foreign;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("stopped before the bundle was made");
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.strait.launch.site;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data that a site keeps: files named by their checksums in one folder. A run marks what it
 * uses ({@code SHA.by-USER}); a mark holds for a day, and is renewed while the run lasts. What
 * nobody uses stays for the next run, and goes when the quota needs the room, the oldest first.
 */
final class DataStore {
  private final Shell shell;
  private final String folder;
  private final String user;

  /**
   * @param folder an absolute path there, without blanks
   * @param user letters and digits that no other run has
   */
  DataStore(Shell shell, String folder, String user) {
    this.shell = shell;
    this.folder = folder;
    this.user = user;
  }

  /**
   * Something that lies there.
   *
   * @param name of the file
   * @param bytes its size
   */
  private record Kept(String name, long bytes) {
    String sha256() {
      return name.substring(0, Math.min(64, name.length()));
    }

    boolean isWhole() {
      return Checksums.isSum(name);
    }
  }

  /**
   * What lies there.
   *
   * @param files the newest first
   * @param used checksums of what runs use that are not over
   */
  private record Listing(List<Kept> files, Set<String> used) {}

  String folder() {
    return folder;
  }

  private String run(String what, String script) throws IOException, InterruptedException {
    return shell.check(
        what,
        "umask 077 && mkdir -p %s && cd %s && { %s; }".formatted(folder, folder, script),
        Shell.Input.NONE,
        RemoteSite.BRIEF);
  }

  /** Says that a run uses these, so that nobody removes them. */
  void mark(List<DataFile> files) throws IOException, InterruptedException {
    run("touch", marking(files));
  }

  /** What is there was used now as well. */
  private String marking(List<DataFile> files) {
    return "for sum in %s; do touch $sum.by-%s; if [ -f $sum ]; then touch $sum; fi; done"
        .formatted(files.stream().map(DataFile::sha256).collect(Collectors.joining(" ")), user);
  }

  /** Says that the run is over. */
  void unmark() throws IOException, InterruptedException {
    run("rm", "rm -f *.by-" + user);
  }

  /** Checksums of the files that are whole. */
  List<String> whole() throws IOException, InterruptedException {
    return listing(List.of()).files.stream().filter(Kept::isWhole).map(Kept::name).toList();
  }

  /** Marks files, and says what is there. */
  private Listing listing(List<DataFile> marked) throws IOException, InterruptedException {
    var text =
        run(
            "ls",
            "%s; LC_ALL=C ls -lnt; echo; find . -name '*.by-*' -mtime -1"
                .formatted(marked.isEmpty() ? ":" : marking(marked)));
    var files = new ArrayList<Kept>();
    var used = new HashSet<String>();
    for (var line : text.lines().toList()) {
      var words = line.strip().split("\\s+", -1);
      var name = words[words.length - 1];
      if (line.startsWith("-") && words.length > 5 && name.matches("[0-9a-f]{64}(.part|.going)?")) {
        files.add(new Kept(name, Long.parseLong(words[4])));
      } else if (line.startsWith("./") && line.length() > 66) {
        used.add(line.substring(2, 66));
      }
    }
    return new Listing(files, used);
  }

  /**
   * Marks files, and removes what nobody uses until these fit as well.
   *
   * @return checksums of all that is there
   * @throws ShellException if they do not fit
   */
  Set<String> makeRoom(List<DataFile> wanted, Bytes quota)
      throws IOException, InterruptedException {
    var listing = listing(wanted);
    var own = wanted.stream().map(DataFile::sha256).collect(Collectors.toSet());
    double need = wanted.stream().mapToDouble(DataFile::bytes).sum();
    if (need > quota.count()) {
      throw new ShellException(
          "%s: the data have %s, the quota is %s: name a larger quota under start"
              .formatted(shell.where(), new Bytes(need), quota));
    }
    double kept = 0;
    for (var file : listing.files) {
      kept += own.contains(file.sha256()) ? 0 : file.bytes;
    }
    var going = new ArrayList<String>();
    for (var file : listing.files.reversed()) {
      if (kept + need > quota.count()
          && !own.contains(file.sha256())
          && !listing.used.contains(file.sha256())) {
        kept -= file.bytes;
        going.add(file.name);
      }
    }
    if (kept + need > quota.count()) {
      throw new ShellException(
          "%s: runs that are not over use %s of the quota of %s, and these data have %s: name a larger quota under start"
              .formatted(shell.where(), new Bytes(kept), quota, new Bytes(need)));
    }
    if (!going.isEmpty()) {
      remove(going);
    }
    return listing.files.stream().filter(Kept::isWhole).map(Kept::name).collect(Collectors.toSet());
  }

  /**
   * Removes what nobody uses.
   *
   * @param isTrial whether nothing is removed
   * @return all that was there
   */
  List<Cleaning.Found> clear(boolean isTrial) throws IOException, InterruptedException {
    var listing = listing(List.of());
    var all = new ArrayList<Cleaning.Found>();
    var going = new ArrayList<String>();
    for (var file : listing.files) {
      boolean isUsed = listing.used.contains(file.sha256());
      all.add(new Cleaning.Found("data", file.name, new Bytes(file.bytes), isUsed));
      if (!isUsed) {
        going.add(file.name);
      }
    }
    if (!isTrial && !going.isEmpty()) {
      remove(going);
    }
    return all;
  }

  /** Removes files, unless a run has marked them meanwhile. */
  private void remove(List<String> names) throws IOException, InterruptedException {
    run(
        "rm",
        """
        for name in %s; do
          sum=${name%%%%.*}
          case $name in *.going) rm -f $name; continue;; esac
          mv $name $sum.going 2>/dev/null || continue
          if [ -n "$(find . -name "$sum.by-*" -mtime -1)" ]; then mv $sum.going $name
          else rm -rf $sum.going $sum.lock $sum.over-*; fi
        done
        find . -name '*.by-*' -mtime +1 -exec rm -f {} +\
        """
            .formatted(String.join(" ", names)));
  }
}

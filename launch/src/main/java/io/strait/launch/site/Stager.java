package io.strait.launch.site;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Brings large files to a site: each once, by checksum, and after a cut from where it was. Of
 * several runs that want the same file one sends it and the others wait; if that one falls silent,
 * another goes on. All processes there share the file {@code FOLDER/data/SHA256}. One thread uses
 * it.
 *
 * <p>While a file comes there is {@code SHA.part}, and a folder {@code SHA.lock} with the {@code
 * owner} and the {@code pid} of what writes. The folder {@code SHA.over-OWNER} says that somebody
 * has taken over from an owner, which only one can.
 */
public final class Stager {
  /** Gets to know how it goes. */
  public interface Progress {
    /**
     * @param bytes that are there of those that were missing
     * @param all that were missing
     */
    void sent(long bytes, long all);

    /** Takes a line for people. */
    void says(String line);
  }

  /**
   * What was done.
   *
   * @param sent bytes that this run sent
   * @param missing bytes that were missing when it began
   * @param all bytes of all files
   * @param seconds how long it took
   */
  public record Staged(long sent, long missing, long all, double seconds) {}

  private static final Duration LONG = Duration.ofDays(7);
  private static final int CHUNK = 256 << 10;
  private static final int MOST_VAIN = 5;
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** How long the part of another run may stay as it is before this one takes over. */
  private final long staleNanos;

  private final Shell shell;
  private final Bytes quota;
  private final String token;
  private final DataStore store;
  private long sent;
  private long done;
  private long missing;

  /**
   * @param folder of Strait there
   * @param quota how much is kept there
   */
  public Stager(Shell shell, String folder, Bytes quota) {
    this(shell, folder, quota, Duration.ofMinutes(3));
  }

  Stager(Shell shell, String folder, Bytes quota, Duration stale) {
    this.shell = shell;
    this.quota = quota;
    this.staleNanos = stale.toNanos();
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    this.token = HexFormat.of().formatHex(bytes);
    this.store = new DataStore(shell, folder + "/data", token);
  }

  /** Where files are there, each named by its checksum. */
  public String folder() {
    return store.folder();
  }

  /** Checksums of all that is there. */
  public List<String> there() throws IOException, InterruptedException {
    return store.whole();
  }

  /** Says again that a run uses these: once in some hours, as long as it lasts. */
  public void keep(List<DataFile> files) throws IOException, InterruptedException {
    store.mark(files);
  }

  /** Says that the run is over: what it used may go when others need the room. */
  public void leave() throws IOException, InterruptedException {
    store.unmark();
  }

  /**
   * Brings files there, unless they are.
   *
   * @param isEnding whether the run is over before that is done
   */
  public Staged stage(List<DataFile> files, Progress progress, BooleanSupplier isEnding)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    var wanted = distinct(files);
    var there = store.makeRoom(wanted, quota);
    var absent = wanted.stream().filter(file -> !there.contains(file.sha256())).toList();
    missing = absent.stream().mapToLong(DataFile::bytes).sum();
    for (var file : absent) {
      put(file, progress, isEnding);
      done += file.bytes();
    }
    return new Staged(
        sent,
        missing,
        wanted.stream().mapToLong(DataFile::bytes).sum(),
        (System.nanoTime() - began) * 1e-9);
  }

  private static List<DataFile> distinct(List<DataFile> files) {
    var seen = new HashSet<String>();
    return files.stream().filter(file -> seen.add(file.sha256())).toList();
  }

  /** What to do about a file, as the site says: a word, who has it, how much is there. */
  private record Claim(String word, String owner, long bytes) {}

  private void put(DataFile file, Progress progress, BooleanSupplier isEnding)
      throws IOException, InterruptedException {
    var last = new Claim("", "", -1);
    long changed = System.nanoTime();
    long reached = -1;
    int vain = 0;
    int wrong = 0;
    boolean isAway = false;
    int lost = 0;
    boolean isWhole = false;
    try {
      while (!isWhole) {
        if (isEnding.getAsBoolean()) {
          throw new InterruptedException();
        }
        try {
          boolean isStale = last.word.equals("busy") && System.nanoTime() - changed > staleNanos;
          var now = claim(file, isStale ? last.owner : "");
          if (isAway) {
            isAway = false;
            lost = 0;
            progress.says("data go on at %d %%".formatted(percent(now.bytes, file.bytes())));
          }
          if (!now.equals(last)) {
            if (now.word.equals("busy") && !last.word.equals("busy")) {
              progress.says("another run sends the data; waiting for it");
            }
            last = now;
            changed = System.nanoTime();
          }
          switch (now.word) {
            case "there" -> isWhole = true;
            case "mine" -> {
              var came = send(file, now.bytes, progress, isEnding);
              isWhole = came.equals("done");
              wrong += came.equals("other") ? 1 : 0;
              vain = now.bytes > reached ? 0 : vain + 1;
              reached = Math.max(reached, now.bytes);
              check(file, wrong, isWhole ? 0 : vain);
            }
            default -> {
              progress.sent(done + now.bytes, missing);
              LockSupport.parkNanos(PAUSE_NANOS);
            }
          }
        } catch (ShellException e) {
          if (!e.isUnreachable()) {
            throw e;
          }
          if (!isAway) {
            isAway = true;
            progress.says("%s; the data will go on from there".formatted(e.getMessage()));
          }
          pause(++lost, isEnding);
        }
      }
    } finally {
      if (!isWhole) {
        release(file);
      }
    }
  }

  /** Gives up if it will never be right. */
  private void check(DataFile file, int wrong, int vain) throws ShellException {
    if (wrong > 1) {
      throw new ShellException(
          "%s: what arrived of %s has another checksum, twice; it was removed. Was the file changed?"
              .formatted(shell.where(), file.path().getFileName()));
    }
    if (vain > MOST_VAIN) {
      throw new ShellException(
          "%s: the %s of %s do not arrive: what receives them ended %d times"
              .formatted(shell.where(), new Bytes(file.bytes()), file.path().getFileName(), vain));
    }
  }

  private static int percent(long part, long all) {
    return all == 0 ? 100 : (int) (100 * part / all);
  }

  /** The gap is idle meanwhile, so a connection that is lost once is tried again at once. */
  private static void pause(int lost, BooleanSupplier isEnding) {
    for (int i = 1; i < Math.min(lost, MOST_VAIN + 1) && !isEnding.getAsBoolean(); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /**
   * Asks for the right to send a file.
   *
   * @param silent the owner to take over from; empty for none
   */
  private Claim claim(DataFile file, String silent) throws IOException, InterruptedException {
    shell.connect();
    var printed =
        shell.check(
            "mkdir",
            """
            cd %s || exit 1
            sum=%s me=%s silent=%s
            if [ -f $sum ]; then rm -rf $sum.lock $sum.over-*; touch $sum; echo there - 0; exit 0; fi
            size() { if [ -f $sum.part ]; then wc -c < $sum.part; else echo 0; fi; }
            if mkdir $sum.lock 2>/dev/null; then echo $me > $sum.lock/owner; fi
            owner=$(cat $sum.lock/owner 2>/dev/null)
            if [ -n "$silent" ] && [ "$owner" = "$silent" ] && mkdir $sum.over-$silent 2>/dev/null; then
              echo $me > $sum.lock/new-$me && mv $sum.lock/new-$me $sum.lock/owner && owner=$me
            fi
            if [ "$owner" != $me ]; then echo busy "${owner:--}" $(size); exit 0; fi
            if [ -f $sum.lock/pid ]; then
              read pid host < $sum.lock/pid
              if [ "$host" = "$(uname -n)" ]; then
                lives() { case "$(ps -p "$pid" -o args= 2>/dev/null)" in *$sum*) true;; *) false;; esac; }
                if lives; then kill "$pid"; fi
                for i in 1 2 3 4 5 6 7 8 9; do lives || break; sleep 0.1 2>/dev/null || sleep 1; done
              fi
              rm -f $sum.lock/pid
            fi
            echo mine $owner $(size)\
            """
                .formatted(store.folder(), file.sha256(), token, silent),
            Shell.Input.NONE,
            RemoteSite.BRIEF);
    var words = printed.strip().split("\\s+", -1);
    if (words.length != 3) {
      throw new ShellException(
          "%s: expected the state of %s, got '%s'"
              .formatted(shell.where(), file.path().getFileName(), printed.strip()));
    }
    return new Claim(words[0], words[1], Long.parseLong(words[2]));
  }

  /** Lets others send it, as far as it can be said. */
  private void release(DataFile file) {
    try {
      shell.run(
          "cd %s && [ \"$(cat %s.lock/owner)\" = %s ] && rm -rf %s.lock"
              .formatted(store.folder(), file.sha256(), token, file.sha256()),
          Shell.Input.NONE,
          Duration.ofSeconds(10));
    } catch (IOException e) {
      // Then others take over when they find it silent.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends the rest; says {@code done}, {@code short}, or {@code other} for another checksum. */
  private String send(DataFile file, long from, Progress progress, BooleanSupplier isEnding)
      throws IOException, InterruptedException {
    if (Files.size(file.path()) != file.bytes()) {
      throw new IOException("%s was changed after the run began".formatted(file.path()));
    }
    // The checksum follows the file as it grows: what is there already must not hold up what comes.
    return shell
        .check(
            "tee",
            """
            cd %s || exit 1
            umask 077
            sum=%s bytes=%d
            check() {
              if command -v sha256sum >/dev/null; then sha256sum
              elif command -v shasum >/dev/null; then shasum -a 256
              else openssl dgst -sha256 -r; fi
            }
            rm -f $sum.lock/failed
            touch $sum.part
            { n=0
              while [ -d $sum.lock ]; do
                end=$(ls $sum.lock/end-$$ 2>/dev/null)
                size=$(wc -c < $sum.part)
                if [ $size -gt $n ]; then tail -c +$((n + 1)) $sum.part | head -c $((size - n)); n=$size
                elif [ -n "$end" ]; then break
                else sleep 0.2 2>/dev/null || sleep 1; fi
              done
            } | check > $sum.lock/sum-$$ &
            sh -c 'echo "$$ $(uname -n)" > '$sum'.lock/pid; exec tee -a '$sum.part > /dev/null || echo > $sum.lock/failed
            touch $sum.lock/end-$$
            wait $! || exit 1
            rm -f $sum.lock/pid $sum.lock/end-$$
            if [ "$(cat $sum.lock/owner 2>/dev/null)" != %s ]; then echo short; exit 0; fi
            if [ -f $sum.lock/failed ]; then exit 7; fi
            size=$(wc -c < $sum.part)
            read found rest < $sum.lock/sum-$$
            if [ $size -lt $bytes ]; then echo short
            elif [ $size -eq $bytes ] && [ "$found" = $sum ]; then
              chmod 400 $sum.part && mv $sum.part $sum && rm -rf $sum.lock $sum.over-* && echo done
            else rm -f $sum.part; echo other; fi\
            """
                .formatted(store.folder(), file.sha256(), file.bytes(), token),
            out -> feed(file, from, out, progress, isEnding),
            LONG)
        .strip();
  }

  private void feed(
      DataFile file, long from, OutputStream out, Progress progress, BooleanSupplier isEnding)
      throws IOException {
    try (var channel = FileChannel.open(file.path())) {
      channel.position(Math.min(from, file.bytes()));
      var in = Channels.newInputStream(channel);
      var some = new byte[CHUNK];
      for (int n = in.read(some); n > 0 && !isEnding.getAsBoolean(); n = in.read(some)) {
        out.write(some, 0, n);
        sent += n;
        progress.sent(done + channel.position(), missing);
      }
    }
  }
}

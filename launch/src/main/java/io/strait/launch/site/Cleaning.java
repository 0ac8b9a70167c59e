package io.strait.launch.site;

import io.strait.launch.shell.Shell;
import io.strait.launch.shell.ShellException;
import io.strait.model.quantity.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes room at a site: removes what earlier versions and runs have left there. What a run needs
 * that is not over stays; such a run has its keys there still. What others keep in such folders
 * stays too: versions are called by checksums, runs have a mark.
 */
public final class Cleaning {
  /**
   * Something that is there.
   *
   * @param what {@code version}, {@code run} or {@code data}
   * @param name of its file or folder
   * @param isUsed whether a run needs it that is not over, so that it stays
   */
  public record Found(String what, String name, Bytes size, boolean isUsed) {}

  private static final Duration PATIENCE = Duration.ofMinutes(30);

  /** What a run has there as long as it is not over. */
  private static final String KEYS = "runs/*/certs runs/*/token";

  private final RemoteSite site;
  private final boolean isTrial;

  /**
   * @param site where {@link RemoteSite#open} was called
   * @param isTrial whether nothing is removed
   */
  public Cleaning(RemoteSite site, boolean isTrial) {
    this.site = site;
    this.isTrial = isTrial;
  }

  /**
   * Versions of Strait but one. What was installed within the last hour stays as well: whoever did
   * that may be about to use it.
   *
   * @param current what runs from here use; its archive is made if there is none
   */
  public List<Found> versions(Installer.Source current) throws IOException, InterruptedException {
    var archive = new Installer(site).archive(current);
    return found(
        "version",
        """
        for each in bundles/*; do
          [ -e "$each" ] || continue
          sum=${each##*/}; sum=${sum%%%%.*}
          case $sum in *[!0-9a-f]*) continue ;; esac
          [ ${#sum} = 64 ] || continue
          [ "$sum" != %s ] && [ -z "$(find "$each" -prune -mmin -60)" ] || continue
          used=
          for key in %s; do
            [ -e "$key" ] && grep -qsF "$sum" "${key%%/*}"/*.sh && used=used
          done
          remove "$each"
        done
        """
            .formatted(archive.sha256(), KEYS));
  }

  /** Scripts and outputs of runs that have been over for so long. */
  public List<Found> runs(Duration age) throws IOException, InterruptedException {
    return found(
        "run",
        """
        for each in runs/*; do
          [ -e "$each/%s" ] && [ -z "$(find "$each" -mmin -%d | head -n 1)" ] || continue
          used=
          for key in certs token; do [ -e "$each/$key" ] && used=used; done
          remove "$each"
        done
        """
            .formatted(RemoteSite.MARK, Math.max(1, age.toMinutes())));
  }

  /** Data that runs have kept for the next one. */
  public List<Found> data() throws IOException, InterruptedException {
    return new DataStore(site.shell(), site.folder() + "/data", "nobody").clear(isTrial);
  }

  private List<Found> found(String what, String script) throws IOException, InterruptedException {
    var text =
        site.shell()
            .check(
                "rm",
                """
                cd %s || exit 1
                remove() {
                  echo "${used:-free} $(du -sk "$1" | cut -f 1) ${1##*/}"
                  [ -n "$used" ] || %s rm -rf "$1"
                }
                %s true\
                """
                    .formatted(site.folder(), isTrial ? ":" : "", script),
                Shell.Input.NONE,
                PATIENCE);
    var all = new ArrayList<Found>();
    for (var line : text.lines().toList()) {
      var words = line.split(" ", 3);
      if (words.length != 3 || !words[1].matches("[0-9]+")) {
        throw new ShellException("%s: du printed '%s'".formatted(site.shell().where(), line));
      }
      all.add(
          new Found(
              what,
              words[2],
              new Bytes(1024.0 * Long.parseLong(words[1])),
              words[0].equals("used")));
    }
    return all;
  }
}

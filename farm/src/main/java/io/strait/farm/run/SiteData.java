package io.strait.farm.run;

import io.strait.farm.outcome.Staging;
import io.strait.kind.code.LargeFile;
import io.strait.launch.site.DataFile;
import io.strait.launch.site.KnownData;
import io.strait.launch.site.RemoteSite;
import io.strait.launch.site.Stager;
import io.strait.model.Start;
import io.strait.model.quantity.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The large files of a run at its sites: brought there, kept there, and left for the next run. */
public final class SiteData {
  /** How often a site is told that they are still used. */
  private static final long RENEWAL_NANOS = 3_600_000_000_000L;

  private static final long FIRST_WORDS_NANOS = 3_000_000_000L;
  private static final long SELDOM_NANOS = 10_000_000_000L;

  private final List<DataFile> files;
  private final Map<String, Double> planned;
  private final Path here;
  private final KnownData known;
  private final Map<String, Stager> stagers = new ConcurrentHashMap<>();
  private final Map<String, Long> renewals = new ConcurrentHashMap<>();
  private final Map<String, Staging> arrivals = new ConcurrentSkipListMap<>();

  /**
   * @param planned seconds until a cluster has them, by its name
   * @param here where they are on this machine, named by their checksums
   */
  public SiteData(List<LargeFile> files, Map<String, Double> planned, Path here, KnownData known) {
    this.files =
        files.stream()
            .map(file -> new DataFile(file.place(), file.bytes(), file.sha256()))
            .toList();
    this.planned = Map.copyOf(planned);
    this.here = here.toAbsolutePath();
    this.known = known;
  }

  /** Data of a run that has none. */
  public static final SiteData NONE =
      new SiteData(List.of(), Map.of(), Path.of(""), KnownData.ofUser());

  /**
   * Brings them to a site.
   *
   * @param isEnding whether the run is over before that is done
   * @param note takes lines for people
   * @return the option that tells nodes there where they are; empty if there are none
   */
  String bring(RemoteSite site, Start start, BooleanSupplier isEnding, Consumer<String> note)
      throws IOException, InterruptedException {
    if (files.isEmpty()) {
      return "";
    }
    if (site.isHere() && start.engine() == null) {
      arrivals.put(site.name(), new Staging(site.name(), 0, 0, 0, 0, 0));
      return option(here.toString());
    }
    var stager = new Stager(site.shell(), site.folder(), start.quota());
    stagers.put(site.name(), stager);
    renewals.put(site.name(), System.nanoTime());
    var staged = stager.stage(files, new Told(note), isEnding);
    known.put(start, stager.there());
    var arrival =
        new Staging(
            site.name(),
            staged.all(),
            staged.missing(),
            staged.sent(),
            planned.getOrDefault(site.name(), 0.0),
            staged.seconds());
    arrivals.put(site.name(), arrival);
    note.accept(arrival.words());
    return option(stager.folder());
  }

  private static String option(String folder) {
    return "--data " + io.strait.launch.shell.Shell.quote(folder);
  }

  /** Tells a site now and then that they are still used. */
  void renew(String cluster) throws IOException, InterruptedException {
    var stager = stagers.get(cluster);
    var last = renewals.get(cluster);
    long now = System.nanoTime();
    if (stager != null && last != null && now - last > RENEWAL_NANOS) {
      renewals.put(cluster, now);
      stager.keep(files);
    }
  }

  /** Tells a site that the run is over. */
  void leave(String cluster) throws IOException, InterruptedException {
    var stager = stagers.remove(cluster);
    if (stager != null) {
      stager.leave();
    }
  }

  /** Seconds before the first cluster could begin, where all had to wait for data. */
  public double headSeconds() {
    return arrivals.values().stream()
        .mapToDouble(a -> a.missing() == 0 ? 0 : a.seconds())
        .min()
        .orElse(0);
  }

  /** How they came to each cluster that they were to be sent to. */
  public List<Staging> stagings() {
    return arrivals.values().stream().filter(a -> a.bytes() > 0).toList();
  }

  /** Tells people now and then how far it is. */
  private static final class Told implements Stager.Progress {
    private final Consumer<String> note;
    private long began;
    private long next;
    private long first = -1;

    Told(Consumer<String> note) {
      this.note = note;
    }

    @Override
    public void sent(long bytes, long all) {
      long now = System.nanoTime();
      if (first < 0) {
        first = bytes;
        began = now;
        next = began + FIRST_WORDS_NANOS;
      }
      if (now - next < 0) {
        return;
      }
      next = now + SELDOM_NANOS;
      double rate = (bytes - first) / ((now - began) * 1e-9);
      note.accept(
          "data %.0f %%%s"
              .formatted(
                  100.0 * bytes / Math.max(1, all),
                  rate > 0 ? ", %s to go".formatted(Durations.rounded((all - bytes) / rate)) : ""));
    }

    @Override
    public void says(String line) {
      note.accept(line);
    }
  }
}

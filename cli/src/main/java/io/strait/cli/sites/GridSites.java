package io.strait.cli.sites;

import io.strait.launch.site.RemoteSite;
import io.strait.model.Cluster;
import io.strait.model.Start;
import io.strait.model.UsageException;
import io.strait.model.text.Document;
import io.strait.model.text.GridFile;
import io.strait.transport.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The sites of a grid: its clusters that say how they are started.
 *
 * @param clusters all of them have {@code start}
 */
record GridSites(List<Cluster> clusters) {
  /** What is done at a place where commands are run. */
  interface Work {
    /**
     * @param site not open yet
     */
    void run(RemoteSite site, Start start) throws IOException, InterruptedException;
  }

  static GridSites of(Path grid) {
    return of(Document.read(grid), grid);
  }

  /**
   * The sites of a grid that was read.
   *
   * @param file where it stands, for people
   */
  static GridSites of(Document grid, Path file) {
    var clusters =
        GridFile.read(grid).clusters().stream().filter(cluster -> cluster.start() != null).toList();
    if (clusters.isEmpty()) {
      throw new UsageException(
          "%s: no cluster has start, expected start: {ssh: HOST, …} in one".formatted(file));
    }
    return new GridSites(clusters);
  }

  GridSites only(String cluster) {
    var found = clusters.stream().filter(each -> each.name().equals(cluster)).toList();
    if (found.isEmpty()) {
      throw new UsageException(
          "--site '%s', expected one of: %s"
              .formatted(
                  cluster, String.join(", ", clusters.stream().map(Cluster::name).toList())));
    }
    return new GridSites(found);
  }

  /**
   * Works at each place, one after the other. One that fails is named, and the others go on.
   *
   * @return whether all of it was done
   */
  boolean forEach(PrintWriter err, Work work) throws IOException {
    boolean isGood = true;
    var sockets = Files.createTempDirectory("strait-");
    try {
      for (var cluster : clusters) {
        var start = cluster.start();
        if (start == null) {
          continue;
        }
        for (var host : entries(cluster, start)) {
          var name = start.isPerHost() ? cluster.name() + "-" + host : cluster.name();
          try (var site = new RemoteSite(name, start, host, sockets)) {
            work.run(site, start);
          } catch (IOException e) {
            isGood = false;
            err.println("strait: %s: %s".formatted(name, e.getMessage()));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      Folders.delete(sockets);
    }
    return isGood;
  }

  /** The hosts where commands are run: one for all, or each. */
  private static List<String> entries(Cluster cluster, Start start) {
    var hosts = new ArrayList<String>();
    for (var group : cluster.hosts()) {
      for (int i = 0; i < group.size(); i++) {
        hosts.add(group.hostName(i));
      }
    }
    return start.isPerHost() ? hosts : hosts.subList(0, 1);
  }
}

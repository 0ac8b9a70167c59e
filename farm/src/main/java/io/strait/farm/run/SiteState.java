package io.strait.farm.run;

import io.strait.kind.run.RunFolder;
import io.strait.launch.LocalCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What another master needs to find what runs at a site.
 *
 * @param authority that all of them trust, by a checksum
 * @param backPort there that leads home; 0 if none does
 * @param gateway the id of its process; empty if there is none
 * @param jobs under way, and the numbers that they have
 * @param submissions how many jobs were submitted
 */
record SiteState(
    String authority,
    int backPort,
    String gateway,
    int gatewayPort,
    Map<String, List<Integer>> jobs,
    int submissions) {
  private static String file(String name) {
    return "site-%s.json".formatted(name);
  }

  void write(RunFolder folder, String name) throws IOException {
    folder.write(
        file(name),
        Map.of(
            "authority", authority,
            "back-port", Integer.toString(backPort),
            "gateway", gateway,
            "gateway-port", Integer.toString(gatewayPort),
            "jobs", text(jobs),
            "submissions", Integer.toString(submissions)));
  }

  /** What an earlier master wrote; null if that was nothing. */
  static @Nullable SiteState read(RunFolder folder, String name) throws IOException {
    var entries = folder.read(file(name));
    return entries.isEmpty()
        ? null
        : new SiteState(
            entries.getOrDefault("authority", ""),
            Integer.parseInt(entries.getOrDefault("back-port", "0")),
            entries.getOrDefault("gateway", ""),
            Integer.parseInt(entries.getOrDefault("gateway-port", "0")),
            jobs(entries.getOrDefault("jobs", "")),
            Integer.parseInt(entries.getOrDefault("submissions", "0")));
  }

  static void delete(RunFolder folder, String name) throws IOException {
    Files.deleteIfExists(folder.path().resolve(file(name)));
  }

  /** The checksum of an authority's certificate; empty if there is none. */
  static String authority(LocalCertificates certificates) throws IOException {
    @Nullable Path folder = certificates.folder();
    if (folder == null) {
      return "";
    }
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(folder.resolve("ca.pem"))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code 115: 0,1,2; 116: 3}; ids may hold blanks. */
  private static String text(Map<String, List<Integer>> jobs) {
    return jobs.entrySet().stream()
        .map(
            job ->
                job.getKey()
                    + ": "
                    + job.getValue().stream().map(String::valueOf).collect(Collectors.joining(",")))
        .collect(Collectors.joining("; "));
  }

  private static Map<String, List<Integer>> jobs(String text) {
    var jobs = new LinkedHashMap<String, List<Integer>>();
    for (var job : text.split("; ", -1)) {
      int at = job.lastIndexOf(": ");
      if (at > 0) {
        jobs.put(
            job.substring(0, at),
            Stream.of(job.substring(at + 2).split(",", -1)).map(Integer::valueOf).toList());
      }
    }
    return jobs;
  }
}

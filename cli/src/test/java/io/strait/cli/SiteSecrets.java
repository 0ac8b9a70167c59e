package io.strait.cli;

import io.strait.kind.run.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The secrets of a run that goes on at {@link TestSites}, to be looked for where they must not be.
 *
 * @param words lines of private keys, join tokens, and the secret of the master's control
 */
record SiteSecrets(Set<String> words) {
  /** A line of a key that is as long says enough. */
  private static final int LEAST = 24;

  /** All that the run has, at home and at the sites. */
  static SiteSecrets of(Path run, TestSites sites) throws IOException {
    var words = new TreeSet<String>();
    try (var all = Files.walk(run)) {
      for (var file : all.filter(f -> f.toString().endsWith(".key")).toList()) {
        var key = Files.readAllBytes(file);
        var text = new String(key, StandardCharsets.ISO_8859_1);
        if (text.startsWith("-")) {
          text.lines()
              .filter(line -> !line.startsWith("-") && line.length() >= LEAST)
              .forEach(words::add);
        } else {
          words.add(text);
          words.add(Base64.getEncoder().withoutPadding().encodeToString(key));
          words.add(HexFormat.of().formatHex(key));
        }
      }
    }
    for (var place : places(sites)) {
      words.add(Files.readString(place.resolve("token")).strip());
    }
    words.add(RunFolder.read(run.resolve("control.json")).getOrDefault("secret", "no secret"));
    return new SiteSecrets(words);
  }

  /** The folders of runs at both sites. */
  static List<Path> places(TestSites sites) throws IOException {
    var places = new ArrayList<Path>();
    for (var site : List.of("east", "west")) {
      try (var all = Files.list(sites.folder().resolve(site + "/home/.strait/runs"))) {
        all.filter(place -> Files.exists(place.resolve("token"))).forEach(places::add);
      }
    }
    return places;
  }

  private boolean isIn(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.ISO_8859_1);
    return words.stream().anyMatch(text::contains);
  }

  /** Processes of home and of all hosts whose arguments or environment hold one. */
  List<String> inProcesses() throws IOException {
    var found = new ArrayList<String>();
    try (var all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : all) {
        for (var name : List.of("cmdline", "environ")) {
          try {
            if (isIn(Files.readAllBytes(process.resolve(name)))) {
              found.add(process + "/" + name);
            }
          } catch (IOException e) {
            // It has ended meanwhile.
          }
        }
      }
    }
    return found;
  }

  /** Files below a folder that hold one; Strait itself and data are not looked at. */
  List<Path> inFiles(Path folder) throws IOException {
    var found = new ArrayList<Path>();
    try (var all = Files.walk(folder)) {
      for (var file :
          all.filter(f -> !f.toString().matches(".*/[.]strait/(bundles|data)/.*")).toList()) {
        if (Files.isRegularFile(file) && isIn(Files.readAllBytes(file))) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /** Files among these that others than their owner might read or reach. */
  static List<String> open(List<Path> files) throws IOException {
    var found = new ArrayList<String>();
    for (var file : files) {
      for (var path : List.of(file, file.getParent())) {
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        if (!mode.endsWith("------")) {
          found.add(path + " " + mode);
        }
      }
    }
    return found;
  }
}

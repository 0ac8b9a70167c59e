package io.strait.bench;

import java.util.List;

/** What depends on the processor of this machine. */
public final class Processor {
  private Processor() {}

  /** The options that let gcc use all of it. */
  public static List<String> gccOptions() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> List.of("-march=native", "-mprefer-vector-width=512");
      case "aarch64" -> List.of("-mcpu=native");
      default -> List.of();
    };
  }
}

package io.strait.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One command line, run in this process: what it printed and how it ended. */
record CommandLineRun(int exitCode, String out, String err) {

  static CommandLineRun of(String... args) {
    return of(Kinds.ALL, args);
  }

  static CommandLineRun of(Kinds kinds, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(kinds, new PrintWriter(out), new PrintWriter(err), false, args);
    return new CommandLineRun(code, out.toString(), err.toString());
  }

  /** Standard output as JSON. */
  JsonNode json() {
    return JsonMapper.shared().readTree(out);
  }

  /** The root of the project. */
  static Path root() {
    return Path.of(System.getProperty("strait.root", "..")).toAbsolutePath().normalize();
  }

  static String example(String name) {
    return root().resolve("examples").resolve(name).toString();
  }
}

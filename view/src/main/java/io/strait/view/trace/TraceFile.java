package io.strait.view.trace;

import io.strait.model.text.InputException;
import io.strait.view.SafeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a recording in the format that the name of the file asks for. */
public final class TraceFile {
  private TraceFile() {}

  /** Refuses a file that would not be a trace, before any work is done. */
  public static void check(Path file) {
    if (!isChrome(file) && !isPaje(file)) {
      throw new InputException(
          ("--trace '%s' is not a trace, expected a .json file (for Perfetto) or a .paje or .trace"
                  + " file (for Pajé)")
              .formatted(file));
    }
  }

  /**
   * Writes a trace.
   *
   * @param creator the command that the recording comes from
   */
  public static void write(Path file, String creator, Recording recording, Lanes lanes)
      throws IOException {
    check(file);
    SafeFile.write(
        file,
        out -> {
          if (isChrome(file)) {
            ChromeTrace.write(out, creator, recording, lanes);
          } else {
            PajeTrace.write(out, recording, lanes);
          }
        });
  }

  private static boolean isChrome(Path file) {
    return lower(file).endsWith(".json");
  }

  private static boolean isPaje(Path file) {
    return lower(file).endsWith(".paje") || lower(file).endsWith(".trace");
  }

  private static String lower(Path file) {
    return file.toString().toLowerCase(Locale.ROOT);
  }
}

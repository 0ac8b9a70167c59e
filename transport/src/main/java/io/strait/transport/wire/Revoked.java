package io.strait.transport.wire;

import io.strait.model.text.InputException;
import io.strait.model.text.Printable;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that an authority has revoked, in a file beside its {@code ca.pem}: one line for
 * each, with its SHA-256 fingerprint and its name. The file is read again when it has changed. A
 * file that cannot be read leaves in force what was read before.
 */
public final class Revoked {
  /** The name of the file. */
  public static final String FILE = "revoked.txt";

  /** Nothing is revoked. */
  static final Revoked NONE = new Revoked(null);

  private static final long LOOK_NANOS = 500_000_000L;
  private static final long LARGEST = 16 << 20;
  private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(?:\\s+(\\S+))?");

  /** {@link HandshakeWatch} passes on what it says. */
  static final Logger LOGGER = Logger.getLogger(Revoked.class.getName());

  private final @Nullable Path file;
  private String unread = "";
  private Map<String, String> names = Map.of();
  private @Nullable FileTime changed;
  private long size = -1;
  private long looked = System.nanoTime() - LOOK_NANOS;

  static {
    LOGGER.setUseParentHandlers(false); // the watch reports it, where there is one
  }

  private Revoked(@Nullable Path file) {
    this.file = file;
  }

  /**
   * The list beside an authority's certificate. There need not be one yet.
   *
   * @throws InputException if the file is no such list
   */
  static Revoked beside(Identity identity) throws IOException {
    var list = new Revoked(identity.revoked());
    list.names = read(identity.revoked());
    return list;
  }

  /** Whether a certificate with this fingerprint is revoked. */
  synchronized boolean contains(String fingerprint) {
    look();
    return names.containsKey(fingerprint);
  }

  private void look() {
    long now = System.nanoTime();
    if (file == null || now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    try {
      var time = Files.getLastModifiedTime(file);
      long length = Files.size(file);
      if (!time.equals(changed) || length != size) {
        names = read(file);
        changed = time;
        size = length;
      }
      unread = "";
    } catch (NoSuchFileException e) {
      unread = ""; // there is none yet, or no more: what was read before stays in force
    } catch (IOException | InputException e) {
      var why = String.valueOf(e.getMessage());
      if (!why.equals(unread)) {
        unread = why;
        LOGGER.warning(
            "the list of revoked certificates is not read, the earlier one holds: " + why);
      }
    }
  }

  /** Fingerprints and names, in the order of the file; none if there is no file. */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    try {
      if (Files.size(file) > LARGEST) {
        throw new InputException(file + ": this is not a list of revoked certificates");
      }
      int number = 0;
      for (var line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
        number++;
        var text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
          continue;
        }
        var parts = LINE.matcher(text);
        if (!parts.matches()) {
          throw new InputException(
              "%s:%d: '%s', expected a SHA-256 fingerprint and a name"
                  .formatted(file, number, Printable.line(text)));
        }
        all.put(
            parts.group(1).toLowerCase(Locale.ROOT), parts.group(2) == null ? "?" : parts.group(2));
      }
    } catch (NoSuchFileException e) {
      return all;
    }
    return all;
  }

  /** Writes a list, in place of one that may be there. */
  static void write(Path file, Map<String, String> all) throws IOException {
    var text = new StringBuilder();
    all.forEach((fingerprint, name) -> text.append(fingerprint + " " + name + "\n"));
    PrivateFiles.replace(file, text.toString().getBytes(StandardCharsets.US_ASCII));
  }
}

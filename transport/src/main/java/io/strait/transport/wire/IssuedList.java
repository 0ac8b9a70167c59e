package io.strait.transport.wire;

import io.strait.model.text.InputException;
import io.strait.transport.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an authority has issued, one line for each certificate: its fingerprint, name, role and end.
 * From it a certificate is found by its name when it is to be revoked.
 */
final class IssuedList {
  private static final String FILE = "issued.txt";
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

  private IssuedList() {}

  static void add(Path folder, CertificateInfo info) throws IOException {
    var line =
        "%s %s %s %s%n"
            .formatted(
                info.fingerprint(),
                info.name(),
                info.role().map(Object::toString).orElse("-"),
                info.until());
    try (var channel =
        PrivateFiles.open(
            folder.resolve(FILE), Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
      channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
  }

  /**
   * The fingerprints that a word means, with their names.
   *
   * @param word a name or a fingerprint
   * @throws InputException if there are none
   */
  static Map<String, String> find(Path folder, String word) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    Path file = folder.resolve(FILE);
    if (Files.exists(file)) {
      for (var line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        var parts = line.split(" ", -1);
        if (parts.length > 1 && (parts[0].equals(word) || parts[1].equals(word))) {
          found.put(parts[0], parts[1]);
        }
      }
    }
    Path certificate = folder.resolve(word + ".pem");
    if (Authority.isName(word) && Files.exists(certificate)) {
      var info = CertificateInfo.read(certificate, null);
      found.put(info.fingerprint(), info.name());
    }
    if (found.isEmpty() && FINGERPRINT.matcher(word).matches()) {
      found.put(word, "?");
    }
    if (found.isEmpty()) {
      throw new InputException(
          "%s: no certificate '%s' was issued here, expected a name, or a fingerprint as strait cert show prints it"
              .formatted(folder, word));
    }
    return found;
  }
}

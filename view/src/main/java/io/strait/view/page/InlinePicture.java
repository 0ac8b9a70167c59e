package io.strait.view.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/** A PNG file inside a page. */
public final class InlinePicture {
  private static final long LARGEST = 8 << 20;
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private InlinePicture() {}

  /**
   * Shows a picture.
   *
   * @param described what a reader hears who does not see it
   * @return false, and nothing is shown, if the file is gone, too large for a page or no picture
   */
  public static boolean write(Html html, Path file, String described) throws IOException {
    var bytes =
        Files.isRegularFile(file) && Files.size(file) <= LARGEST
            ? Files.readAllBytes(file)
            : new byte[0];
    if (bytes.length <= PNG.length || !Arrays.equals(PNG, 0, PNG.length, bytes, 0, PNG.length)) {
      return false;
    }
    html.empty(
        "img",
        "class",
        "picture",
        "alt",
        described,
        "src",
        "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes));
    return true;
  }
}

package io.strait.chaos;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is made once for all tests. */
record Shared(Site site, Jvm jvm) {
  private static @Nullable Shared made;

  static synchronized Shared get() throws IOException, InterruptedException {
    if (made == null) {
      long began = System.nanoTime();
      var site =
          Site.make(
              Path.of("target", "chaos", Long.toString(ProcessHandle.current().pid()))
                  .toAbsolutePath());
      made = new Shared(site, new Jvm(site));
      System.out.printf("chaos: prepared in %.1f s%n", (System.nanoTime() - began) * 1e-9);
    }
    return made;
  }
}

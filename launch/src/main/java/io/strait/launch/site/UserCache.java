package io.strait.launch.site;

import java.nio.file.Path;

/** Where this user's machine keeps what can be made again. */
public final class UserCache {
  private UserCache() {}

  /** The folder, which need not exist. */
  public static Path folder() {
    var given = System.getProperty("strait.cache", "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    var cache = System.getenv("XDG_CACHE_HOME");
    // A relative one does not count, by the rules of that variable.
    return cache == null || !cache.startsWith("/")
        ? Path.of(System.getProperty("user.home"), ".cache", "strait")
        : Path.of(cache, "strait");
  }
}

package io.strait.launch.engine;

/** Times as Slurm writes them. */
public final class TimeLimit {
  private TimeLimit() {}

  /** {@code 2-03:04:05}, {@code 30:00}; 0 for none. */
  public static long seconds(String limit) {
    if (!limit.matches("([0-9]+-)?[0-9]+(:[0-9]+)*")) {
      return 0;
    }
    int dash = limit.indexOf('-');
    long days = dash < 0 ? 0 : Long.parseLong(limit.substring(0, dash));
    long sum = 0;
    var parts = limit.substring(dash + 1).split(":", -1);
    for (var part : parts) {
      sum = sum * 60 + Long.parseLong(part);
    }
    // Minutes alone, minutes and seconds, or hours too; after days it begins with hours.
    if (dash >= 0) {
      for (int i = parts.length; i < 3; i++) {
        sum *= 60;
      }
    } else if (parts.length == 1) {
      sum *= 60;
    }
    return days * 86_400 + sum;
  }
}

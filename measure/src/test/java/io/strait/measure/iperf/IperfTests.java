package io.strait.measure.iperf;

/** What iperf3 prints, in short: the shape of version 3.12, with figures of our own. */
final class IperfTests {
  private IperfTests() {}

  static String start(String protocol, boolean isReverse, double asked) {
    return """
    "start": {"connected": [{"socket": 5}], "version": "iperf 3.12",
     "test_start": {"protocol": "%s", "num_streams": 1, "reverse": %d, "target_bitrate": %.0f}}\
    """
        .formatted(protocol, isReverse ? 1 : 0, asked);
  }

  /** A TCP test at so many Mbit/s, with a least round trip in microseconds (0 for none). */
  static String tcp(boolean isReverse, double mbits, int roundTrip) {
    return """
    {%s, "intervals": [], "end": {
      "streams": [{"sender": {"min_rtt": %d, "mean_rtt": 99999, "sender": %b}, "receiver": {}}],
      "sum_sent": {"bits_per_second": %.0f}, "sum_received": {"bits_per_second": %.0f}}}
    """
        .formatted(start("TCP", isReverse, 0), roundTrip, !isReverse, mbits * 1.1e6, mbits * 1e6);
  }

  /** A TCP test in both directions at once. */
  static String both(double there, double back) {
    return """
    {%s, "end": {"streams": [{"sender": {"min_rtt": 20000, "sender": true}},
        {"sender": {"min_rtt": 16, "sender": false}}],
      "sum_received": {"bits_per_second": %.0f},
      "sum_sent_bidir_reverse": {"bits_per_second": 1e 06},
      "sum_received_bidir_reverse": {"bits_per_second": %.0f}}}
    """
        .formatted(start("TCP", false, 0), there * 1e6, back * 1e6);
  }

  /** A UDP test that asked for a rate (0 for all it can). */
  static String udp(boolean isReverse, double asked, double received, int lost, double jitter) {
    return """
    {%s, "intervals": [{"sum": {"lost_percent": -nan, "jitter_ms": nan}}], "end": {
      "sum": {"bits_per_second": %.0f, "jitter_ms": %s, "lost_packets": %d, "packets": 1000,
        "lost_percent": -nan},
      "sum_sent": {"bits_per_second": 5e9, "jitter_ms": 0, "lost_packets": 0, "packets": 1000},
      "sum_received": {"bits_per_second": %.0f, "jitter_ms": %s, "lost_packets": %d, "packets": 1000}}}
    """
        .formatted(
            start("UDP", isReverse, asked * 1e6),
            asked * 1e6,
            jitter,
            lost,
            received * 1e6,
            jitter,
            lost);
  }
}

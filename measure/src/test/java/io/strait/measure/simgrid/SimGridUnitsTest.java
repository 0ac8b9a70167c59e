package io.strait.measure.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimGridUnitsTest {
  private static final XmlElement NOWHERE =
      new XmlElement(new XmlText("p.xml", ""), "link", Map.of(), List.of(), 0);

  @ParameterizedTest
  @CsvSource({
    "1Gf, 1e9",
    "98.095Mf, 98.095e6",
    "2.5e9, 2.5e9",
    "3, 3",
    "5f, 5",
    "7kf, 7e3",
    "1Tf, 1e12",
    "1Pf, 1e15",
    "1Ef, 1e18",
    "1Zf, 1e21",
    "2E3f, 2e3",
    "1gigaflops, 1e9",
    "4 flops, 4"
  })
  void speeds(String text, double value) {
    assertThat(SimGridUnits.SPEED.positive(NOWHERE, "speed", text).doubleValue()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "125MBps, 125e6",
    "1Gbps, 125e6",
    "10kBps, 10e3",
    "10KBps, 10e3",
    "1KiBps, 1024",
    "1MiBps, 1048576",
    "8Kibps, 1024",
    "100, 100",
    "8bps, 1",
    "1TBps, 1e12",
    "1EBps, 1e18"
  })
  void bandwidths(String text, double value) {
    assertThat(SimGridUnits.BANDWIDTH.positive(NOWHERE, "bandwidth", text).doubleValue())
        .isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "50us, 50e-6",
    "0.1ms, 1e-4",
    "0.05, 0.05",
    "0, 0",
    "3ns, 3e-9",
    "7ps, 7e-12",
    "2s, 2",
    "1m, 60",
    "1h, 3600",
    "1d, 86400",
    "1w, 604800"
  })
  void latencies(String text, double value) {
    assertThat(SimGridUnits.LATENCY.upToYears(NOWHERE, "latency", text).doubleValue())
        .isEqualTo(value);
  }
}

package io.strait.program.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strait.model.law.Element;
import io.strait.model.law.MessageLaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The golden values of paper porting. */
class PortingTest {
  private static final double LAM = 2.1e6;
  private static final double TCP = 2.5e6;

  @Test
  void twiceTheCpuSpeedTakesThreeQuartersOfTheTimeWhereHalfIsWaiting() {
    var element = new Element(1, 0.5).on(2, 1);
    assertThat(element.seconds()).isEqualTo(0.75); // (7)
    assertThat(element.cpu()).isCloseTo(1.0 / 3, within(1e-12)); // (8)
  }

  @Test
  void viewerOnAPentiumPro() {
    var frame =
        Element.sum(List.of(new Element(0.2, 1), new Element(0.6, 1), new Element(0.04, 1)));
    assertThat(frame.seconds()).isCloseTo(0.84, within(1e-12)); // (1)
    assertThat(frame.on(8.2 / 3.33, 1).seconds()).isCloseTo(0.341, within(5e-4));
  }

  @Test
  void cpuShareOfASumIsWeightedByTime() {
    var sum = Element.sum(List.of(new Element(3, 1), new Element(1, 0.2)));
    assertThat(sum.cpu()).isCloseTo(0.8, within(1e-12)); // (2)
    assertThat(sum.cpuSeconds()).isCloseTo(3.2, within(1e-12)); // (3)
    assertThat(sum.waitSeconds()).isCloseTo(0.8, within(1e-12)); // (4)
  }

  @Test
  void setupTimesFollowFromTheSmallestMessage() {
    assertThat(MessageLaw.setup(200, 0.31e6, LAM)).isCloseTo(0.55e-3, within(5e-6)); // (17)
    assertThat(MessageLaw.setup(200, 0.5e6, TCP)).isCloseTo(0.32e-3, within(1e-9));
  }

  /** The paper's column of (16), which its own table 2 (0.47 ms) does not give. */
  @ParameterizedTest
  @CsvSource({
    "200, .31",
    "600, .73",
    "1000, .99",
    "1400, 1.17",
    "2000, 1.35",
    "6000, 1.79",
    "10000, 1.91",
    "20000, 2.01",
    "80000, 2.09",
    "640000, 2.1"
  })
  void bandwidthOfLamMpi(double bytes, double megabytes) {
    var law = MessageLaw.simple(MessageLaw.setup(200, 0.31e6, LAM), LAM, 5.3e6);
    assertThat(law.bandwidth(bytes) / 1e6).isCloseTo(megabytes, within(0.025 * megabytes));
  }

  @ParameterizedTest
  @CsvSource({"200, .5", "600, 1.07", "1000, 1.39", "1400, 1.59"})
  void bandwidthOfTcp(double bytes, double megabytes) {
    var law = MessageLaw.simple(0.32e-3, TCP, 11e6);
    assertThat(law.bandwidth(bytes) / 1e6).isCloseTo(megabytes, within(0.005));
  }

  @Test
  void tableTwoContradictsTheColumn() {
    assertThat(MessageLaw.simple(0.47e-3, LAM, 5.3e6).bandwidth(200) / 1e6)
        .isCloseTo(0.354, within(5e-4));
  }

  @Test
  void cpuShareOfLongMessages() {
    assertThat(MessageLaw.simple(0.55e-3, LAM, 5.3e6).cpuShare(1e12))
        .isCloseTo(0.396, within(1e-3)); // (19)
    assertThat(MessageLaw.simple(0.32e-3, TCP, 11e6).cpuShare(1e12)).isCloseTo(0.227, within(1e-3));
  }

  /** (11) with blocks lies on or above (18), and equals it where the last block is full. */
  @Test
  void simpleLawIsTheEnvelope() {
    var blocks = new MessageLaw(1e-3, 1460, 1e-4, 1e7, 2e7, Double.NaN);
    var simple = MessageLaw.simple(1e-3, blocks.longBandwidth(), 2e7);
    for (double bytes = 1; bytes < 1e5; bytes = Math.ceil(bytes * 1.1)) {
      assertThat(blocks.seconds(bytes)).isGreaterThanOrEqualTo(simple.seconds(bytes) - 1e-12);
    }
    assertThat(blocks.seconds(14600)).isCloseTo(simple.seconds(14600), within(1e-12)); // (14)
  }

  @ParameterizedTest
  @CsvSource({"0.16, 6, 2.5", "0.16, 1e12, 3.75", "0.1, 6, 3.1", "0.1, 1e12, 5.36"})
  void framesInSlices(double transfer, double tracers, double frames) {
    double unit = 0.6 / tracers + transfer + 0.04;
    assertThat(Rates.filling(0.25, unit)).isCloseTo(frames, within(0.05)); // (20)
  }

  @Test
  void framesOfThreads() {
    var law = new MessageLaw(0.55e-3, 0, 0, LAM, Double.POSITIVE_INFINITY, 0.39);
    int tracers = 6;
    var transfer = law.transfer(65536, 65536.0 / tracers);
    double tracer = Rates.filling(0.39 * 0.25, (0.6 + transfer.cpuSeconds()) / tracers);
    double display = Rates.filling(0, 0.04 + 0.8 * transfer.cpuSeconds());
    assertThat(Math.min(tracer, display)).isCloseTo(8.8, within(0.05)); // (22)
  }
}

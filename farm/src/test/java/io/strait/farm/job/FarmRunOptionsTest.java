package io.strait.farm.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.plan.RehearsalSettings;
import io.strait.farm.protocol.ProtocolSettings;
import io.strait.kind.option.Options;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run and its rehearsal do the same. */
class FarmRunOptionsTest {
  @Test
  void tailCopiesAreOnInBothOrOffInBoth() {
    assertThat(ProtocolSettings.DEFAULT.tailCopies()).isTrue();
    assertThat(RehearsalSettings.DEFAULT.tailCopies()).isTrue();
    var usual = FarmRunOptions.of(Options.NONE);
    assertThat(usual.protocol().tailCopies()).isTrue();
    assertThat(usual.rehearsal().tailCopies()).isTrue();
    var without = FarmRunOptions.of(new Options(Map.of("--no-speculate", List.of())));
    assertThat(without.protocol().tailCopies()).isFalse();
    assertThat(without.rehearsal().tailCopies()).isFalse();
  }
}

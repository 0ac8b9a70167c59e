package io.strait.cli.series;

import io.strait.measure.series.CpuShare;
import io.strait.measure.series.Quantity;
import io.strait.measure.series.SeriesName;
import java.util.List;

/** What of this machine's CPU is free, as that of a host of the grid. */
final class HostSource implements Source {
  private final SeriesName name;
  private final CpuShare share = new CpuShare();

  HostSource(String host) {
    name = new SeriesName(Quantity.AVAILABLE, host);
  }

  @Override
  public String words() {
    return "the free CPU of this machine as host " + name.place();
  }

  @Override
  public List<SeriesName> live() {
    return List.of(name);
  }

  @Override
  public List<Reading> read() {
    double free = share.sinceLast();
    return Double.isNaN(free) ? List.of() : List.of(Reading.now(name, free));
  }
}

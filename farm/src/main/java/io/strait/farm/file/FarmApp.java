package io.strait.farm.file;

import io.strait.kind.code.TaskCode;
import io.strait.model.App;
import io.strait.model.Element;
import io.strait.model.HostGroup;
import io.strait.model.quantity.Bytes;
import io.strait.model.quantity.Rate;
import io.strait.model.quantity.Speed;
import io.strait.model.quantity.Work;
import org.jspecify.annotations.Nullable;

/**
 * A task farm: many independent tasks, a master that hands them out and takes the results.
 *
 * @param input bytes to the worker, per task
 * @param output bytes back, per task
 * @param element what results consist of where {@code reduce} needs to know; double otherwise
 * @param work per task, for hosts that give a speed
 * @param masterWork of the master, per task
 */
public record FarmApp(
    String name,
    long tasks,
    Bytes input,
    Bytes output,
    Reduction reduce,
    Element element,
    @Nullable Work work,
    @Nullable Work masterWork,
    @Nullable TaskCode run)
    implements App {

  /** A farm whose results, where they are reduced, consist of doubles. */
  public FarmApp(
      String name,
      long tasks,
      Bytes input,
      Bytes output,
      Reduction reduce,
      @Nullable Work work,
      @Nullable Work masterWork,
      @Nullable TaskCode run) {
    this(name, tasks, input, output, reduce, Element.DOUBLE, work, masterWork, run);
  }

  /** This farm with another number of tasks. */
  public FarmApp withTasks(long other) {
    return new FarmApp(name, other, input, output, reduce, element, work, masterWork, run);
  }

  /**
   * Tasks per second that one host computes, or null where neither a rate nor a speed and the work
   * say: placement (6).
   */
  public @Nullable Rate workRate(HostGroup host) {
    @Nullable Rate given = host.rate(name);
    double available = host.available().ofOne();
    if (given != null) {
      return new Rate(given.perSecond() * available);
    }
    @Nullable Speed speed = host.speed();
    if (speed != null && work != null) {
      return new Rate(available * host.cores() * speed.flopPerSecond() / work.flop());
    }
    return null;
  }

  /**
   * Tasks per second that one host serves as master, infinite where nothing limits it: placement
   * (7).
   */
  public double masterRate(HostGroup host) {
    @Nullable Rate given =
        host.masterRates().getOrDefault(name, host.masterRates().get(HostGroup.ANY_APP));
    if (given != null) {
      return given.perSecond() * host.available().ofOne();
    }
    @Nullable Speed speed = host.speed();
    if (speed != null && masterWork != null) {
      return host.available().ofOne() * speed.flopPerSecond() / masterWork.flop();
    }
    return Double.POSITIVE_INFINITY;
  }
}

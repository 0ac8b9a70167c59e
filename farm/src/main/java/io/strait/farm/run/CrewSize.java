package io.strait.farm.run;

import io.strait.farm.run.PilotDemand.Load;
import io.strait.launch.engine.Offer;
import io.strait.launch.engine.SlurmOffers;
import io.strait.launch.site.Pilots;
import io.strait.launch.site.RemoteSite;
import io.strait.model.Start;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a crew be as large as {@link PilotDemand} says. Asks Slurm what it has free where needed.
 */
final class CrewSize {
  /** How often Slurm is asked. */
  private static final long SELDOM_NANOS = 30_000_000_000L;

  private final PilotDemand demand;
  private final RemoteSite site;
  private final Start start;
  private volatile @Nullable Load latest;
  private volatile int limit = Integer.MAX_VALUE;
  private volatile boolean isOver;
  private @Nullable Long asked;

  CrewSize(PilotDemand demand, RemoteSite site, Start start) {
    this.demand = demand;
    this.site = site;
    this.start = start;
  }

  /** Learns how the run stands; its own workers it counts itself. */
  void learn(Load load) {
    latest = load;
  }

  /** No more than so many are wanted, whatever is left to do. */
  void limit(int workers) {
    limit = workers;
  }

  /** The run is over: nobody is wanted any more. */
  void replaceNobody() {
    isOver = true;
  }

  /** Whether nobody is wanted any more. */
  boolean isOver() {
    return isOver;
  }

  /** Says how many there are to be. */
  void adjust(Pilots pilots, long now, Consumer<String> note)
      throws IOException, InterruptedException {
    if (isOver) {
      pilots.want(0, false);
      return;
    }
    var known = latest;
    if (known == null) {
      return;
    }
    int running = pilots.running();
    int queued = pilots.queued();
    var load =
        new Load(
            known.waiting(),
            known.held(),
            known.left(),
            known.rate(),
            known.secondsLeft(),
            running,
            queued,
            0);
    int before = demand.wanted(load);
    int wanted = before;
    if (demand.mayGrow(load)
        && limit == Integer.MAX_VALUE
        && (asked == null || now - asked > SELDOM_NANOS)) {
      asked = now;
      wanted = demand.wanted(load.withIdleCores(idleCores()));
    }
    if (wanted > before) {
      note.accept(
          "%d more %s asked for, for the deadline would be missed by %.0f s"
              .formatted(
                  wanted - before,
                  wanted - before == 1 ? "worker is" : "workers are",
                  load.left() / load.rate() - load.secondsLeft()));
    }
    pilots.want(Math.min(limit, wanted), load.waiting() > 0);
  }

  /** Cores that wait for nobody; 0 where jobs wait, or where nobody can be asked. */
  private int idleCores() throws IOException, InterruptedException {
    if (!(start.engine() instanceof Start.Slurm slurm)) {
      return 0;
    }
    return SlurmOffers.ask(site.shell(), slurm.partition()).stream()
        .filter(offer -> offer.isDefault() || !slurm.partition().isEmpty())
        .filter(offer -> offer.waiting() == 0)
        .mapToInt(Offer::idleCores)
        .max()
        .orElse(0);
  }
}

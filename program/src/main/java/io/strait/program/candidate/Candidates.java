package io.strait.program.candidate;

import io.strait.kind.file.Inputs;
import io.strait.program.file.Overlap;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlan.Candidate;
import io.strait.program.file.ProgramPlan.HostUse;
import io.strait.program.file.ProgramPlan.PlacedPart;
import io.strait.program.plan.Flow;
import io.strait.program.plan.Loads;
import io.strait.program.plan.Machines;
import io.strait.program.plan.Placement;
import io.strait.program.plan.Slices;
import io.strait.program.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;

/** Turns schedules, which count machines, into candidates, which name them, and back. */
public final class Candidates {
  private Candidates() {}

  /** What a candidate on so many machines is called. */
  static String name(int machines) {
    return machines == 1 ? "one-machine" : machines + "-machines";
  }

  static Candidate of(String name, Flow flow, Schedule schedule, boolean serial) {
    var evaluation = schedule.evaluation();
    var parts = new ArrayList<PlacedPart>();
    var calculations = flow.app().calculations();
    for (int i = 0; i < calculations.size(); i++) {
      for (var part : schedule.placement().parts().get(i)) {
        parts.add(
            new PlacedPart(
                calculations.get(i).name(),
                flow.machines().get(part.machine()).name(),
                part.share()));
      }
    }
    var used = schedule.placement().machines();
    var hosts = new ArrayList<HostUse>();
    double price = 0;
    for (int i = 0; i < used.size(); i++) {
      var machine = flow.machines().get(used.get(i));
      hosts.add(new HostUse(machine.name(), evaluation.cpuUse().get(i)));
      price += machine.price();
    }
    return new Candidate(
        name,
        used.stream().allMatch(each -> flow.machines().get(each).mayWork()),
        serial,
        parts,
        evaluation.slices().stream()
            .map(
                slice ->
                    slice.calculations().stream()
                        .map(each -> calculations.get(each).name())
                        .toList())
            .toList(),
        evaluation.rate(),
        evaluation.rate(),
        false,
        evaluation.unitSeconds(),
        evaluation.seconds(flow.app().units()),
        schedule.rateBound(),
        evaluation.rate() >= schedule.rateBound() * (1 - 1e-9),
        evaluation.boundBy(),
        hosts,
        price);
  }

  /** A candidate with the rate and the times of a rehearsal. */
  static Candidate rehearsed(
      Flow flow, Candidate candidate, double rate, double unitSeconds, double timeSeconds) {
    var loads = new Loads(flow, placement(flow, candidate));
    boolean exceeds = rate > candidate.rateBound() * (1 + 1e-9);
    return new Candidate(
        candidate.name(),
        candidate.isHere(),
        candidate.isSerial(),
        candidate.parts(),
        candidate.slices(),
        rate,
        candidate.lawRate(),
        true,
        unitSeconds,
        timeSeconds,
        // The bound of the laws holds for slices, which a run does not wait for.
        exceeds ? Double.NaN : candidate.rateBound(),
        candidate.isBest() && !exceeds,
        candidate.boundBy(),
        candidate.hosts().stream()
            .map(
                each ->
                    new HostUse(
                        each.host(),
                        loads.cpuUse(Machines.named(flow.machines(), each.host()), rate)))
            .toList(),
        candidate.price());
  }

  /** A candidate for which the grid lacks something. */
  static Candidate elsewhere(Candidate candidate) {
    return new Candidate(
        candidate.name(),
        false,
        candidate.isSerial(),
        candidate.parts(),
        candidate.slices(),
        candidate.rate(),
        candidate.lawRate(),
        candidate.isRehearsed(),
        candidate.unitSeconds(),
        candidate.timeSeconds(),
        candidate.rateBound(),
        candidate.isBest(),
        candidate.boundBy(),
        candidate.hosts(),
        candidate.price());
  }

  /** The placement of a candidate. */
  public static Placement placement(Flow flow, Candidate candidate) {
    var parts = new ArrayList<List<Placement.Part>>();
    for (var calculation : flow.app().calculations()) {
      parts.add(
          candidate.parts().stream()
              .filter(part -> part.calculation().equals(calculation.name()))
              .map(
                  part ->
                      new Placement.Part(
                          Machines.named(flow.machines(), part.host()).index(), part.share()))
              .toList());
    }
    return new Placement(parts);
  }

  /** The slices of a candidate, by the indexes of calculations. */
  public static List<List<Integer>> levels(Flow flow, Candidate candidate) {
    return candidate.slices().isEmpty()
        ? Slices.levels(flow)
        : candidate.slices().stream()
            .map(slice -> slice.stream().map(flow.app()::indexOf).toList())
            .toList();
  }

  /** The inputs of a candidate: the program as it was measured does one thing after the other. */
  public static Inputs<ProgramApp> inputs(Inputs<ProgramApp> inputs, Candidate candidate) {
    return candidate.isSerial()
        ? new Inputs<>(
            inputs.gridDocument(),
            inputs.appDocument(),
            inputs.grid(),
            inputs.app().with(Overlap.NONE))
        : inputs;
  }
}

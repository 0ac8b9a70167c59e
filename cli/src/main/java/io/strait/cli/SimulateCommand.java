package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.PlanFile;
import io.strait.kind.run.ExitCode;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.view.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strait simulate}: rehearse a plan before paying for it. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Rehearses a plan in virtual time and compares it with what was promised.",
    footer = {
      "",
      "Examples:",
      "  strait simulate examples/three-continents",
      "  strait simulate plan.yaml --work lognormal:0.5 --runs 20",
      "  strait simulate grid.yaml app.yaml --mtbf '2 d' --mttr '1 h'",
      "  strait simulate examples/three-continents --gap-down 'argentina-spain=1h..2h'",
      "  strait simulate examples/three-continents --plot run.svg --trace run.json",
      "  strait simulate examples/three-continents --format json | jq .total.simulated_speedup",
      "  strait simulate examples/viewer --candidate 3-machines --plot run.svg"
    })
final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "PLAN | GRID APP",
      description =
          "A plan file; or a grid file and an app file; or a folder with both; or an app file"
              + " alone.")
  private List<Path> files = List.of();

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "text|json",
      description = "How to print the answer (default: text).")
  private Format format = Format.TEXT;

  private final Kinds kinds;
  private final KindOptions own;

  private SimulateCommand(Kinds kinds) {
    this.kinds = kinds;
    this.own = new KindOptions(kinds, Verb.SIMULATE);
  }

  /** The command with the options of all kinds. */
  static CommandLine of(Kinds kinds) {
    var command = new SimulateCommand(kinds);
    return command.own.command(command);
  }

  @Override
  public Integer call() throws IOException {
    if (files.size() == 1 && Files.isRegularFile(files.getFirst())) {
      var document = Document.read(files.getFirst());
      if (PlanFile.isPlan(document)) {
        simulate(kinds.ofPlan(document), document);
        return ExitCode.DONE;
      }
    }
    var found = InputFiles.find(kinds, files);
    simulate(found.kind(), found);
    return ExitCode.DONE;
  }

  private <A extends App, P> void simulate(Kind<A, P> kind, Document plan) throws IOException {
    simulate(kind, kind.open(plan));
  }

  private <A extends App, P> void simulate(Kind<A, P> kind, InputFiles files) throws IOException {
    var inputs = kind.files().inputs(files.grid(), files.app());
    var options = own.of(spec, kind, inputs.app().name());
    var plan = PlanRun.located(kind.planning(options, files.run()), inputs);
    simulate(kind, new PlanFile<>(inputs, plan));
  }

  private <A extends App, P> void simulate(Kind<A, P> kind, PlanFile<A, P> plan)
      throws IOException {
    var options = own.of(spec, kind, plan.inputs().app().name());
    var console = Main.console(spec);
    kind.simulate(plan, options, console).print(console, format);
  }
}

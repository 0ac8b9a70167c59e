package io.strait.cli;

import io.strait.kind.Kind;
import io.strait.kind.Verb;
import io.strait.kind.file.FileFormat;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.option.Option;
import io.strait.kind.option.Options;
import io.strait.kind.plan.AppPaths;
import io.strait.kind.plan.Planning;
import io.strait.kind.report.Report;
import io.strait.kind.run.Job;
import io.strait.kind.run.RunFolder;
import io.strait.kind.run.RunSettings;
import io.strait.model.App;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.Tree;
import io.strait.view.Answer;
import io.strait.view.Console;
import io.strait.view.Style;
import io.strait.view.page.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A kind of application for tests: its program says a word as often as there are clusters. */
final class EchoKind implements Kind<EchoKind.Echo, EchoKind.Times> {
  record Echo(String name, String word) implements App {}

  record Times(long times) {}

  /** A text that is all that there is to answer. */
  private record Said(String words) implements Answer {
    @Override
    public String text(Style style) {
      return words + "\n";
    }

    @Override
    public Tree json() {
      return new Tree().put("said", words);
    }
  }

  private static String said(PlanFile<Echo, Times> plan) {
    return String.join(
        " ", java.util.Collections.nCopies((int) plan.plan().times(), plan.inputs().app().word()));
  }

  @Override
  public FileFormat<Echo, Times> files() {
    return new FileFormat<>(
        "echo",
        EchoKind::read,
        (grid, app) -> Inputs.read(grid, app, "echo", EchoKind::read),
        app -> new Tree().put("app", app.name()).put("kind", "echo").put("word", app.word()),
        (inputs, file, section) ->
            new Times(Fields.of(file, section, "echo", "times").whole("times", 1, 99)),
        plan -> new Tree().put("times", plan.times()));
  }

  private static Echo read(Document app) {
    var fields = Fields.of(app, app.root(), "an echo", "app", "kind", "word");
    return new Echo(fields.name("app"), fields.name("word"));
  }

  @Override
  public List<Option> options(Verb verb) {
    return verb == Verb.PLAN ? List.of(Option.flag("--twice", "Say it twice.")) : List.of();
  }

  @Override
  public AppPaths paths() {
    return AppPaths.of("word");
  }

  @Override
  public Planning<Echo, Times> planning(Options options, RunFile run) {
    return new Planning<>() {
      @Override
      public Times plan(Inputs<Echo> inputs) {
        return new Times(inputs.grid().clusters().size() * (options.has("--twice") ? 2L : 1));
      }

      @Override
      public Map<String, String> parts(Inputs<Echo> inputs, Times plan) {
        return Map.of();
      }

      @Override
      public String verdict(Times plan) {
        return "It is said %d times.".formatted(plan.times());
      }

      @Override
      public Tree json(Inputs<Echo> inputs, Times plan) {
        return new Tree().put("times", plan.times());
      }
    };
  }

  @Override
  public Answer simulate(PlanFile<Echo, Times> plan, Options options, Console console) {
    return new Said(said(plan) + " (rehearsed)");
  }

  @Override
  public Job<Echo, Times> begin(
      PlanFile<Echo, Times> plan, RunFile run, Path folder, RunSettings settings) {
    return new Job<>() {
      @Override
      public PlanFile<Echo, Times> plan() {
        return plan;
      }

      @Override
      public String steps() {
        return "all";
      }

      @Override
      public int run(RunFolder folder, String name) {
        new Said(said(plan)).print(settings.console(), settings.format());
        return 0;
      }
    };
  }

  @Override
  public Job<Echo, Times> resume(
      PlanFile<Echo, Times> plan, RunFolder folder, RunSettings settings) {
    return begin(plan, RunFile.EMPTY, folder.path(), settings);
  }

  @Override
  public Report report(List<Path> folders, List<String> names) {
    return new Report() {
      @Override
      public String page(String version) {
        return "<p>It was said.</p>";
      }

      @Override
      public List<Section> sections() {
        return List.of();
      }

      @Override
      public Head head() {
        return new Head("echo", "It was said.", List.of());
      }

      @Override
      public Answer answer(Path page) {
        return new Said("it was said in " + String.join(", ", names));
      }
    };
  }
}

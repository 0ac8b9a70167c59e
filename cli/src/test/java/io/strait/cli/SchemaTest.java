package io.strait.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.strait.cli.BadInputs.Bad;
import io.strait.farm.file.FarmApp;
import io.strait.farm.file.FarmFile;
import io.strait.farm.file.FarmPlan;
import io.strait.farm.file.FarmPlanFile;
import io.strait.farm.file.FarmRunFile;
import io.strait.farm.file.Objective;
import io.strait.farm.plan.FarmPlanner;
import io.strait.farm.plan.PlanOptions;
import io.strait.kind.file.Inputs;
import io.strait.kind.file.PlanFile;
import io.strait.kind.file.RunFile;
import io.strait.kind.option.Options;
import io.strait.model.App;
import io.strait.model.quantity.Dimension;
import io.strait.model.quantity.Unit;
import io.strait.model.text.Document;
import io.strait.model.text.InputException;
import io.strait.program.candidate.Aim;
import io.strait.program.candidate.ProgramPlanner;
import io.strait.program.file.ProgramApp;
import io.strait.program.file.ProgramPlanFile;
import io.strait.realign.RealignKind;
import io.strait.realign.file.RealignApp;
import io.strait.realign.file.RealignPlan;
import io.strait.realign.file.RealignPlanFile;
import io.strait.stencil.file.StencilApp;
import io.strait.stencil.file.StencilPlanFile;
import io.strait.stencil.plan.StencilPlanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published schemas accept and refuse what the reader accepts and refuses. */
final class SchemaTest {
  private static final Path ROOT = Path.of(System.getProperty("strait.root"));
  private static final String BASE = "https://strait.invalid/schema/";

  private static final Map<String, String> SOURCES =
      Stream.of("grid", "app", "plan", "run")
          .map(name -> name + ".schema.json")
          .collect(Collectors.toMap(name -> BASE + name, SchemaTest::source));

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(SOURCES));

  static List<Path> examples() throws IOException {
    try (var folders = Files.list(ROOT.resolve("examples"))) {
      var found = folders.filter(f -> Files.exists(f.resolve(BadInputs.GRID))).sorted().toList();
      assertThat(found).isNotEmpty();
      return found;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examplesAreRight(Path example) throws IOException {
    right(BadInputs.GRID, Files.readString(example.resolve(BadInputs.GRID)));
    right(BadInputs.APP, Files.readString(example.resolve(BadInputs.APP)));
    if (Files.exists(example.resolve("run.yaml"))) {
      right("run.yaml", Files.readString(example.resolve("run.yaml")));
    }
    var inputs = inputs(example);
    if (inputs.app() instanceof StencilApp stencil) {
      right(BadInputs.PLAN, stencilPlan(inputs, stencil));
      return;
    }
    if (inputs.app() instanceof RealignApp realign) {
      right(BadInputs.PLAN, realignPlan(inputs, realign));
      return;
    }
    if (inputs.app() instanceof ProgramApp program) {
      right(BadInputs.PLAN, programPlan(inputs, program));
      return;
    }
    for (var objective : List.of(Objective.EFFICIENT, Objective.FASTEST, Objective.FEWEST)) {
      right(BadInputs.PLAN, plan(inputs, objective));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void plansAreReadBack(Path example) {
    var inputs = inputs(example);
    if (inputs.app() instanceof StencilApp stencil) {
      var plan = StencilPlanner.plan(inputs.grid(), stencil);
      var read =
          PlanFile.read(
              Document.parse("plan.yaml", stencilPlan(inputs, stencil)), StencilPlanFile.FORMAT);
      assertThat(read.plan()).isEqualTo(plan);
      assertThat(read.inputs().grid()).isEqualTo(inputs.grid());
      assertThat(read.inputs().app()).isEqualTo(stencil);
      return;
    }
    if (inputs.app() instanceof RealignApp realign) {
      var plan = realigned(inputs, realign);
      var yaml = realignPlan(inputs, realign);
      var read = PlanFile.read(Document.parse("plan.yaml", yaml), RealignPlanFile.FORMAT);
      assertThat(read.plan()).isEqualTo(plan);
      assertThat(read.inputs().grid()).isEqualTo(inputs.grid());
      assertThat(read.inputs().app()).isEqualTo(realign);
      return;
    }
    if (inputs.app() instanceof ProgramApp program) {
      var plan = ProgramPlanner.plan(inputs.grid(), program, Aim.FASTEST);
      var read =
          PlanFile.read(
              Document.parse("plan.yaml", programPlan(inputs, program)), ProgramPlanFile.FORMAT);
      assertThat(read.plan()).isEqualTo(plan);
      assertThat(read.inputs().grid()).isEqualTo(inputs.grid());
      assertThat(read.inputs().app()).isEqualTo(program);
      return;
    }
    for (var master : new String[] {null, PlanOptions.AUTO}) {
      for (var method : PlanOptions.Method.values()) {
        var options =
            new PlanOptions(
                0.85,
                master,
                method,
                Objective.EFFICIENT,
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY);
        var plan = FarmPlanner.plan(inputs.grid(), (FarmApp) inputs.app(), options);
        var yaml = farmPlan(inputs, plan);
        right(BadInputs.PLAN, yaml);
        var read = PlanFile.read(Document.parse("plan.yaml", yaml), FarmPlanFile.FORMAT);
        assertThat(read.plan()).as(yaml).isEqualTo(plan);
        assertThat(read.inputs().grid()).isEqualTo(inputs.grid());
        assertThat(read.inputs().app()).isEqualTo(inputs.app());
      }
    }
  }

  @Test
  void theTablesFilesAreRight() {
    right(BadInputs.GRID, BadInputs.GOOD_GRID);
    right(BadInputs.APP, BadInputs.GOOD_APP);
    right(BadInputs.PLAN, goodPlan());
  }

  static List<Bad> wrongShapes() {
    return BadInputs.shape();
  }

  @ParameterizedTest
  @MethodSource
  void wrongShapes(Bad bad) {
    assertThat(problems(bad.file(), bad.text())).as(bad.text()).isNotEmpty();
  }

  static List<Bad> wrongStencils() {
    return BadStencils.shape();
  }

  @ParameterizedTest
  @MethodSource
  void wrongStencils(Bad bad) {
    assertThat(problems(bad.file(), bad.text())).as(bad.text()).isNotEmpty();
  }

  static List<Bad> stencilsWithoutSense() {
    return BadStencils.sense();
  }

  @ParameterizedTest
  @MethodSource
  void stencilsWithoutSense(Bad bad) {
    right(bad.file(), bad.text());
  }

  @Test
  void theStencilsFilesAreRight() {
    right(BadInputs.GRID, BadStencils.GOOD_GRID);
    right(BadInputs.APP, BadStencils.GOOD_APP);
  }

  static List<Bad> wrongRealigns() {
    return BadRealigns.shape();
  }

  @ParameterizedTest
  @MethodSource
  void wrongRealigns(Bad bad) {
    assertThat(problems(bad.file(), bad.text())).as(bad.text()).isNotEmpty();
  }

  static List<Bad> realignsWithoutSense() {
    return BadRealigns.sense();
  }

  @ParameterizedTest
  @MethodSource
  void realignsWithoutSense(Bad bad) {
    right(bad.file(), bad.text());
  }

  @Test
  void theRealignsFilesAreRight() {
    right(BadInputs.GRID, BadRealigns.GOOD_GRID);
    right(BadInputs.APP, BadRealigns.GOOD_APP);
    right(BadInputs.APP, BadRealigns.GOOD_CHAIN);
  }

  static List<Bad> wrongRuns() {
    return BadInputTest.runs();
  }

  @ParameterizedTest
  @MethodSource
  void wrongRuns(Bad bad) {
    assertThat(problems(bad.file(), bad.text())).as(bad.text()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "time-scale: 20",
        "time-scale: 0.5",
        "duration: 1.5 min",
        "steps: [local, multi, selected, tuned]",
        "steps: []",
        "reference: {local: 1, tuned: 7.25}",
        "{efficiency: 80%, master: auto, objective: fastest, duration: 9 s, steps: [local]}",
      })
  void rightRuns(String text) {
    right("run.yaml", text);
    FarmRunFile.of(RunFile.read(Document.parse("run.yaml", text), Kinds.ALL.runKeys()));
  }

  static List<Bad> wrongSense() {
    return BadInputs.sense();
  }

  /** Were the schema to refuse these, they would belong to the other table. */
  @ParameterizedTest
  @MethodSource
  void wrongSense(Bad bad) {
    right(bad.file(), bad.text());
  }

  /** The grid and the app of the table, planned. */
  private static String goodPlan() {
    return plan(
        FarmFile.inputs(
            Document.parse(BadInputs.GRID, BadInputs.GOOD_GRID),
            Document.parse(BadInputs.APP, BadInputs.GOOD_APP)),
        Objective.EFFICIENT);
  }

  static List<Bad> wrongPlans() {
    var bad = new ArrayList<Bad>();
    bad.add(wrongPlan("^plan: ", "plam: ", "unknown key 'plam'", "expected one of: plan, grid"));
    bad.add(wrongPlan("^  home: ", "  hoem: ", "unknown key 'hoem'", "expected one of: grid"));
    bad.add(wrongPlan("kind: farm", "kind: ranch", "kind is 'ranch'", "expected farm"));
    bad.add(wrongPlan("^  master: .*\n", "", "farm has no 'master'", "expected master: …"));
    bad.add(wrongPlan("^  tasks: .*", "  tasks: 0", "tasks is '0'", "a whole number from 1"));
    bad.add(
        wrongPlan("objective: .*", "objective: best", "objective is 'best'", "efficient, fastest"));
    bad.add(
        wrongPlan("^  objective: .*\n", "", "farm has no 'objective'", "expected objective: …"));
    bad.add(wrongPlan("phase: local", "phase: first", "phase is 'first'", "local, multi"));
    bad.add(wrongPlan("^  notes: .*", "  notes: 5", "notes is '5'", "expected a list"));
    bad.add(wrongPlan("max_rate: .*", "max_rate: fast", "max_rate is 'fast'", "a number"));
    bad.add(wrongPlan("max_rate: .*", "max_rate: .inf", "max_rate is '.inf'", "a number"));
    bad.add(
        wrongPlan("aggregate: .*", "aggregate: 0", "aggregate is '0'", "a whole number from 1"));
    bad.add(wrongPlan("prefetch: .*", "prefetch: -1", "prefetch is '-1'", "a whole number from 0"));
    bad.add(
        wrongPlan("utilisation: [^}\n]*", "use: 1", "unknown key 'use' in a gap", "bytes_per_s"));
    bad.add(
        wrongPlan(
            "workers: \\[.*", "workers: [a b]", "'a b' is not a valid name", "letters, digits"));
    return bad;
  }

  private static Bad wrongPlan(String good, String bad, String... words) {
    var pattern = Pattern.compile(good, Pattern.MULTILINE);
    var changed = pattern.matcher(goodPlan()).replaceFirst(bad);
    assertThat(changed).as(good).isNotEqualTo(goodPlan());
    return new Bad(
        BadInputs.PLAN, changed, good + " -> " + bad, BadInputs.PLAN, "", List.of(words));
  }

  @ParameterizedTest
  @MethodSource
  void wrongPlans(Bad bad) {
    assertThat(problems(bad.file(), bad.text())).as(bad.text()).isNotEmpty();
    assertThatThrownBy(
            () -> PlanFile.read(Document.parse(bad.file(), bad.text()), FarmPlanFile.FORMAT))
        .isInstanceOf(InputException.class)
        .message()
        .matches("plan\\.yaml:\\d+:\\d+: .*")
        .contains(bad.words());
  }

  /** Each quantity of the schemas has the units that the reader knows, and no others. */
  @ParameterizedTest
  @CsvSource({
    "grid, bandwidth, BANDWIDTH",
    "grid, duration, DURATION",
    "grid, loss, FRACTION",
    "grid, available, FRACTION",
    "grid, rate, RATE",
    "grid, speed, SPEED",
    "grid, price, PRICE",
    "grid, size, BYTES",
    "app, duration, DURATION",
    "app, time, DURATION",
    "app, share, FRACTION",
    "app, size, BYTES",
    "app, message, BYTES",
    "app, work, WORK",
    "run, efficiency, FRACTION",
    "run, duration, DURATION",
  })
  void units(String schema, String quantity, Dimension dimension) {
    var pattern = json(schema).at("/$defs/%s/pattern".formatted(quantity)).asString();
    var listed = pattern.substring(pattern.lastIndexOf("(?:") + 3, pattern.lastIndexOf(")$"));
    var known = new TreeSet<>(List.of(Unit.symbols(dimension).split(", ")));
    if (dimension == Dimension.DURATION) {
      known.addAll(List.of("\u00b5s", "\u03bcs"));
    }
    assertThat(new TreeSet<>(List.of(listed.split("\\|")))).isEqualTo(known);
  }

  @ParameterizedTest
  @CsvSource({"grid", "app", "plan", "run"})
  void everyKeyIsDescribed(String schema) {
    var undescribed = new ArrayList<String>();
    describe(json(schema), json(schema), schema, undescribed);
    assertThat(undescribed).isEmpty();
  }

  private static void describe(JsonNode root, JsonNode node, String path, List<String> missing) {
    for (var property : node.path("properties").properties()) {
      var value = property.getValue();
      var target = value.path("$ref").asString("");
      if (!value.has("description")
          && !(target.startsWith("#") && root.at(target.substring(1)).has("description"))) {
        missing.add(path + "." + property.getKey());
      }
    }
    if (node.path("type").asString("").equals("object") && node.has("properties")) {
      assertThat(node.path("additionalProperties").asBoolean(true)).as(path).isFalse();
    }
    for (var child : node.properties()) {
      describe(root, child.getValue(), path + "." + child.getKey(), missing);
    }
  }

  private static Inputs<?> inputs(Path example) {
    var app = Document.read(example.resolve(BadInputs.APP));
    return Kinds.ALL.ofApp(app).files().inputs(Document.read(example.resolve(BadInputs.GRID)), app);
  }

  private static <A extends App> Inputs<A> with(Inputs<?> inputs, A app) {
    return new Inputs<>(inputs.gridDocument(), inputs.appDocument(), inputs.grid(), app);
  }

  private static String stencilPlan(Inputs<?> inputs, StencilApp app) {
    var plan = StencilPlanner.plan(inputs.grid(), app);
    return new PlanFile<>(with(inputs, app), plan).tree(StencilPlanFile.FORMAT).yaml();
  }

  private static RealignPlan realigned(Inputs<?> inputs, RealignApp app) {
    return new RealignKind().planning(Options.NONE, RunFile.EMPTY).plan(with(inputs, app));
  }

  private static String realignPlan(Inputs<?> inputs, RealignApp app) {
    return new PlanFile<>(with(inputs, app), realigned(inputs, app))
        .tree(RealignPlanFile.FORMAT)
        .yaml();
  }

  private static String programPlan(Inputs<?> inputs, ProgramApp app) {
    var plan = ProgramPlanner.plan(inputs.grid(), app, Aim.FASTEST);
    return new PlanFile<>(with(inputs, app), plan).tree(ProgramPlanFile.FORMAT).yaml();
  }

  private static String farmPlan(Inputs<?> inputs, FarmPlan plan) {
    return new PlanFile<>(with(inputs, (FarmApp) inputs.app()), plan)
        .tree(FarmPlanFile.FORMAT)
        .yaml();
  }

  private static String plan(Inputs<?> inputs, Objective objective) {
    var options =
        new PlanOptions(
            0.85,
            null,
            PlanOptions.Method.FLOW,
            objective,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    return farmPlan(inputs, FarmPlanner.plan(inputs.grid(), (FarmApp) inputs.app(), options));
  }

  private static void right(String file, String text) {
    assertThat(problems(file, text)).as(text).isEmpty();
  }

  static List<com.networknt.schema.Error> problems(String file, String text) {
    return schema(file.replace(".yaml", "")).validate(text, InputFormat.YAML);
  }

  private static Schema schema(String name) {
    return REGISTRY.getSchema(SchemaLocation.of(BASE + name + ".schema.json"));
  }

  private static JsonNode json(String schema) {
    return JsonMapper.shared().readTree(SOURCES.get(BASE + schema + ".schema.json"));
  }

  private static String source(String name) {
    try {
      return Files.readString(ROOT.resolve("docs/schema").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.strait.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.strait.kind.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The arrows between the modules, and the habits that can be checked. */
class ArchitectureTest {
  /** From the ground up; modules of one floor do not know each other. */
  private static final List<List<String>> FLOORS =
      List.of(
          List.of("model"),
          List.of("simulate"),
          List.of("transport"),
          List.of("view"),
          List.of("measure", "lab", "launch"),
          List.of("kind"),
          List.of("farm", "stencil", "realign", "program"),
          List.of("apps"),
          List.of("serve"),
          List.of("cli"));

  private static final int MOST_FILES = 40;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.strait");

  @Test
  void modulesUseOnlyThoseBelow() {
    var layers = layeredArchitecture().consideringOnlyDependenciesInAnyPackage("io.strait..");
    for (var floor : FLOORS) {
      for (var module : floor) {
        layers = layers.layer(module).definedBy("io.strait.%s..".formatted(module));
      }
    }
    for (int i = 0; i < FLOORS.size(); i++) {
      var above = FLOORS.subList(i + 1, FLOORS.size()).stream().flatMap(List::stream).toList();
      for (var module : FLOORS.get(i)) {
        layers =
            above.isEmpty()
                ? layers.whereLayer(module).mayNotBeAccessedByAnyLayer()
                : layers.whereLayer(module).mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
      }
    }
    layers.check(CLASSES);
    assertThat(CLASSES).allMatch(type -> modules().contains(module(type)));
  }

  private static List<String> modules() {
    return FLOORS.stream().flatMap(List::stream).toList();
  }

  private static String module(JavaClass type) {
    return type.getPackageName().split("\\.")[2];
  }

  @Test
  void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
              }

              @Override
              public String getDescription() {
                return "packages";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  /** Commands know a kind by its interface; only the list names kinds. */
  @Test
  void commandsKnowKindsByTheirInterface() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("io.strait.cli..")
        .and()
        .doNotHaveSimpleName(Kinds.class.getSimpleName())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.strait.farm..", "io.strait.stencil..", "io.strait.realign..", "io.strait.program..")
        .check(CLASSES);
    ArchRuleDefinition.classes().that().implement(Kind.class).should().bePublic().check(CLASSES);
  }

  @Test
  void onlyTheCommandLineKnowsItsParser() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackage("io.strait.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..")
        .check(CLASSES);
  }

  /** What kinds have in common does not speak of one of them. */
  @Test
  void noWordOfAKindBelowTheKinds() throws IOException {
    var words = Pattern.compile("(?i)\\b(farms?|stencils?|realign\\w*)\\b");
    var found = new ArrayList<String>();
    for (var module : List.of("transport", "view", "simulate", "lab", "launch")) {
      for (var file : sources(module)) {
        var text = Files.readString(file);
        var matcher = words.matcher(text);
        while (matcher.find()) {
          found.add(file.getFileName() + ": " + matcher.group());
        }
        matcher = Pattern.compile("\\w*(Farm|Stencil|Realign)\\w*").matcher(text);
        while (matcher.find()) {
          found.add(file.getFileName() + ": " + matcher.group());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void quantitiesKnowNothingOfGridsAndFiles() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAnyPackage("io.strait.model.quantity")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.strait.model", "io.strait.model.text")
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandLinePrints() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackage("io.strait.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  @Test
  void packagesAreSmallAndSayWhatTheyAreFor() throws IOException {
    var sizes = new TreeMap<Path, Integer>();
    for (var module : modules()) {
      for (var file : sources(module)) {
        sizes.merge(file.getParent(), 1, Integer::sum);
      }
    }
    assertThat(sizes).hasSizeGreaterThan(30);
    assertThat(sizes.keySet())
        .allMatch(folder -> Files.exists(folder.resolve("package-info.java")));
    assertThat(sizes)
        .allSatisfy((folder, files) -> assertThat(files).isLessThanOrEqualTo(MOST_FILES));
  }

  /** Half of all files have about a hundred lines or fewer. */
  @Test
  void filesAreShort() throws IOException {
    var lines = new ArrayList<Integer>();
    for (var module : modules()) {
      for (var file : sources(module)) {
        if (!file.endsWith("package-info.java")) {
          lines.add(Files.readAllLines(file).size());
        }
      }
    }
    lines.sort(null);
    assertThat(lines.get(lines.size() / 2)).isLessThanOrEqualTo(110);
  }

  private static List<Path> sources(String module) throws IOException {
    var folder = CommandLineRun.root().resolve(module).resolve("src/main/java");
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}

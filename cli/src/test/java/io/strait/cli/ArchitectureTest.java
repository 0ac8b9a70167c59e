package io.strait.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The arrows between the modules, and the habits that can be checked. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.strait");

  @Test
  void modulesUseOnlyThoseBelow() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.strait..")
        .layer("cli")
        .definedBy("io.strait.cli..")
        .layer("apps")
        .definedBy("io.strait.apps..")
        .layer("run")
        .definedBy("io.strait.run..")
        .layer("plan")
        .definedBy("io.strait.plan..")
        .layer("simulate")
        .definedBy("io.strait.simulate..")
        .layer("measure")
        .definedBy("io.strait.measure..")
        .layer("model")
        .definedBy("io.strait.model..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("apps")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("run")
        .mayOnlyBeAccessedByLayers("cli", "apps")
        .whereLayer("plan")
        .mayOnlyBeAccessedByLayers("cli", "run")
        .whereLayer("simulate")
        .mayOnlyBeAccessedByLayers("cli", "plan", "run")
        .whereLayer("measure")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("model")
        .mayOnlyBeAccessedByLayers("cli", "apps", "plan", "run", "simulate", "measure")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("io.strait.model.(*)..")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void quantitiesAndLawsKnowNothingOfGridsAndFiles() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAnyPackage("io.strait.model.quantity", "io.strait.model.law")
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
  void everyPackageSaysWhatItIsFor() throws IOException {
    try (var files = Files.walk(CommandLineRun.root(), 12)) {
      var folders =
          files
              .filter(
                  f -> f.toString().contains("/src/main/java/") && f.toString().endsWith(".java"))
              .map(f -> f.getParent())
              .collect(Collectors.toSet());
      assertThat(folders).hasSizeGreaterThan(5);
      assertThat(folders).allMatch(f -> Files.exists(f.resolve("package-info.java")));
    }
  }
}

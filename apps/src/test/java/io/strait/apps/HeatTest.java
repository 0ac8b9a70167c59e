package io.strait.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.kind.code.Settings;
import io.strait.model.Element;
import io.strait.stencil.file.Boundary;
import io.strait.stencil.run.Vectors;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeatTest {
  private static Whole heat(int columns, int rows, Element type, Map<String, String> with) {
    return new Whole(new Heat(), Whole.app(columns, rows, type, false, Boundary.FIXED), with);
  }

  @Test
  void testsAndRunsHaveVectors() {
    assertThat(Vectors.ARE_THERE).isTrue();
  }

  /** Every form, with every number of rows around the lengths of vectors and of turns. */
  @ParameterizedTest
  @EnumSource(
      value = Element.class,
      names = {"DOUBLE", "FLOAT"})
  void allFormsGiveTheBitsOfSingleCells(Element type) {
    assertThat(HeatForm.all(type)).hasSize(5);
    HeatBits.check(type);
  }

  /** Vectors of 128 bits, as processors without wider ones have them. */
  @Test
  void shortVectorsGiveTheBitsOfSingleCells() throws Exception {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> !argument.startsWith("-javaagent"))
            .toList());
    command.addAll(List.of("-XX:MaxVectorSize=16", "-cp", System.getProperty("java.class.path")));
    command.add(HeatBits.class.getName());
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    assertThat(text).contains("of 128 bits").contains("8 vectors").contains("all bits are equal");
  }

  @Test
  void aCellIsTheMeanOfItsNeighbours() {
    var whole = heat(3, 3, Element.DOUBLE, Map.of());
    whole.iterate(1);
    assertThat(whole.at(0, 1)).isEqualTo(25);
    assertThat(whole.at(1, 1)).isZero();
    whole.iterate(1);
    assertThat(whole.at(0, 1)).isEqualTo(37.5);
    assertThat(whole.at(1, 1)).isEqualTo(6.25);
  }

  /** One side of four is hot: by symmetry the middle has a quarter of its heat in the end. */
  @ParameterizedTest
  @ValueSource(strings = {"left", "right", "top", "bottom"})
  void theMiddleEndsAtAQuarter(String edge) {
    var whole = heat(21, 21, Element.DOUBLE, Map.of("edge", edge, "hot", "80"));
    whole.iterate(3000);
    assertThat(whole.at(10, 10)).isEqualTo(20, within(1e-9));
    double near =
        switch (edge) {
          case "left" -> whole.at(0, 10);
          case "right" -> whole.at(20, 10);
          case "top" -> whole.at(10, 0);
          default -> whole.at(10, 20);
        };
    assertThat(near).isBetween(70.0, 80.0);
  }

  @Test
  void settingsSayHowItBegins() {
    var whole = heat(4, 4, Element.FLOAT, Map.of("hot", "7", "cold", "-2", "inside", "1.5"));
    assertThat(whole.at(-1, 2)).isEqualTo(7);
    assertThat(whole.at(4, 2)).isEqualTo(-2);
    assertThat(whole.at(2, -1)).isEqualTo(-2);
    assertThat(whole.at(2, 2)).isEqualTo(1.5);
  }

  @Test
  void withoutFixedCellsOutsideTheOutermostInsideBeginHot() {
    var app = Whole.app(4, 4, Element.DOUBLE, false, Boundary.PERIODIC);
    var whole = new Whole(new Heat(), app, Map.of());
    assertThat(whole.at(0, 2)).isEqualTo(100);
    assertThat(whole.at(1, 2)).isZero();
  }

  @Test
  void aWrongSettingIsNamed() {
    var app = Whole.app(4, 4, Element.DOUBLE, false, Boundary.FIXED);
    assertThatThrownBy(() -> new Heat().begin(app, Settings.of(Map.of("edge", "north"))))
        .hasMessage("edge is 'north', expected one of: left, right, top, bottom");
    assertThat(new Heat().takes(Element.INT)).isFalse();
  }
}

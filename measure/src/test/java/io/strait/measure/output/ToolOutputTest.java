package io.strait.measure.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ToolOutputTest {
  @Test
  void standardInput() {
    var before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("{\n}\n".getBytes(StandardCharsets.UTF_8)));
      var output = ToolOutput.read(Path.of("-"), "JSON");
      assertThat(output.text()).isEqualTo("{\n}\n");
      assertThat(output.error(2, "wrong")).hasMessage("standard input:2:1: wrong");
    } finally {
      System.setIn(before);
    }
  }
}

package io.strait.kind.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strait.kind.file.Span;
import io.strait.model.text.Document;
import io.strait.model.text.Fields;
import io.strait.model.text.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PromiseTest {
  /** Of 10 s, or of 10 to 15 s, with what was measured. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10|10|1|as",
        "10|10.04|0.996016|as",
        "10|12|0.833333|20.0 % more than",
        "10|8|0.8|20.0 % less than",
        "10|30|0.333333|3.0 times what",
        "10.4|10.2|0.980769|1.9 % less than",
        "15|10|1|within the 10.0 s to 15.0 s",
        "15|15|1|within the 10.0 s to 15.0 s",
        "15|18|0.833333|20.0 % more than the 10.0 s to 15.0 s",
        "15|8|0.8|20.0 % less than the 10.0 s to 15.0 s",
        "15|45|0.333333|3.0 times the 10.0 s to 15.0 s",
        "15|15.01|0.999334|as the 10.0 s to 15.0 s",
      })
  void kept(double most, double measured, double precision, String words) {
    var promise = new Promise(new Span(most > 11 ? 12 : most, 10, most), Double.NaN, measured);
    assertThat(promise.precision()).isCloseTo(precision, within(1e-6));
    assertThat(promise.kept()).isEqualTo(words);
  }

  @Test
  void nothingIsPromised() {
    var promise = new Promise(Double.NaN, Double.NaN, 3);
    assertThat(promise.precision()).isNaN();
    assertThat(promise.promised().isNarrow()).isTrue();
    assertThat(new Promise(3, 3, 3).unmeasured().precision()).isNaN();
  }

  /** Plan files may be changed by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "{time: 5, least: 4, most: 7}|-",
        "{time: 5}|-",
        "{time: 5, least: 6}|x:1:18: least is 6.0, expected 0 to 5.0, which is time",
        "{time: 5, least: -1}|x:1:18: least is -1.0, expected 0 to 5.0, which is time",
        "{time: 5, most: 4.9}|x:1:17: most is 4.9, expected at least 5.0, which is time",
        "{time: -5}|x:1:8: time is -5.0, expected seconds",
      })
  void spansOfFiles(String text, String message) {
    var document = Document.parse("x", text);
    var fields = Fields.of(document, document.root(), "a plan", "time", "least", "most");
    if (message == null) {
      var span = Span.read(document, fields, "time", "least", "most");
      assertThat(span.usual()).isEqualTo(5);
      assertThat(span.least()).isEqualTo(fields.has("least") ? 4 : 5);
      assertThat(span.most()).isEqualTo(fields.has("most") ? 7 : 5);
      return;
    }
    assertThatThrownBy(() -> Span.read(document, fields, "time", "least", "most"))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }
}

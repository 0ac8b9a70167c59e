package io.strait.measure.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strait.model.text.InputException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {
  private static List<Json> read(String text) {
    return JsonReader.objects(new ToolOutput("out", text));
  }

  @Test
  void linesAroundObjectsArePassedOver() {
    var objects =
        read("warning: a {b}\n{\"a\": 1}\niperf Done.\n\t{\"b\":\t[true, null]}{\"c\": {}}");
    assertThat(objects).hasSize(3);
    assertThat(objects.get(0).at("a").number()).isEqualTo(1);
    assertThat(objects.get(1).at("b").items()).hasSize(2);
    assertThat(objects.get(2).at("c").isObject()).isTrue();
    assertThat(read("nothing here\n")).isEmpty();
  }

  @Test
  void numbersThatJsonDoesNotHave() {
    var object =
        read("{\"a\": -nan, \"b\": NaN, \"c\": 5.9e 06, \"d\": inf, \"e\": 3.8e+10}").getFirst();
    assertThat(object.at("a").number()).isNaN();
    assertThat(object.at("b").number()).isNaN();
    assertThat(object.at("c").number()).isEqualTo(5.9e6);
    assertThat(object.at("d").number()).isNaN();
    assertThat(object.at("e").number()).isEqualTo(3.8e10);
  }

  @Test
  void textsAndKeysThatAreThereTwice() {
    var object = read("{\"a\": \"N\\/A \\u00e9\\n\", \"b\": 1, \"b\": 2}").getFirst();
    assertThat(object.at("a").text()).isEqualTo("N/A é\n");
    assertThat(object.at("b").number()).isEqualTo(1);
    assertThat(object.at("x", "y").isThere()).isFalse();
    assertThat(object.at("x", "y").error("no y")).hasMessage("out:1:1: no y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": 1|1:8|the text ends inside of an object",
        "{\"a\" 1}|1:6|'1' after the key 'a', expected ':'",
        "{\"a\": b}|1:7|'b', expected a number",
        "{a: 1}|1:2|'a', expected a key in quotes",
        "{\"a\": [1 2]}|1:10|'2', expected ',' or ']'",
        "{\"a\": \"b|1:9|a text ends without a quote",
        "{\"a\": \"\\q\"}|1:9|'\\q' in a text, expected JSON",
      })
  void wrong(String text, String place, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("out:" + place + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void depthIsBounded() {
    assertThatThrownBy(() -> read("{\"a\":" + "[".repeat(100_000)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nested deeper than 32 levels");
  }

  /** Whatever is cut, changed or put in: an error in one line with its place, or objects. */
  @Test
  void brokenTexts() {
    var good = "w\n{\"a\":\t[1, -nan, {\"b\": \"x\\u0041\"}], \"c\": {\"set\": true}}\nend\n";
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var signs = "{}[]\",:\\ \n\tu1en-";
    for (int i = 0; i < 5000; i++) {
      var text = new StringBuilder(good);
      for (int k = random.nextInt(4); k >= 0; k--) {
        int at = random.nextInt(Math.max(1, text.length() - 1));
        switch (random.nextInt(3)) {
          case 0 -> text.delete(at, at + 1);
          case 1 -> text.insert(at, signs.charAt(random.nextInt(signs.length())));
          default -> text.setLength(Math.max(1, at));
        }
      }
      try {
        assertThat(read(text.toString())).as("seed %d: %s", seed, text).isNotNull();
      } catch (InputException e) {
        assertThat(e.getMessage())
            .as("seed %d: %s", seed, text)
            .matches("out:\\d+:\\d+: .*expected.*");
      }
    }
  }
}

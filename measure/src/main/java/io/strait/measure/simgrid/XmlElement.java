package io.strait.measure.simgrid;

import io.strait.model.text.InputException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An element of an XML file.
 *
 * @param start the index in the text at which its tag starts
 */
record XmlElement(
    XmlText file,
    String name,
    Map<String, String> attributes,
    List<XmlElement> children,
    int start) {

  int line() {
    return file.line(start);
  }

  @Nullable String find(String attribute) {
    return attributes.get(attribute);
  }

  String get(String attribute, String otherwise) {
    return attributes.getOrDefault(attribute, otherwise);
  }

  String required(String attribute) {
    @Nullable String value = attributes.get(attribute);
    if (value == null) {
      throw error("<%s> has no '%s', expected %s=\"…\"".formatted(name, attribute, attribute));
    }
    return value;
  }

  /** An error at the element. */
  InputException error(String message) {
    return file.error(start, message);
  }

  /** An error at the value of one of its attributes. */
  InputException error(String attribute, String message) {
    var matcher =
        Pattern.compile("\\s" + Pattern.quote(attribute) + "\\s*=\\s*[\"']").matcher(file.text());
    return file.error(matcher.find(start) ? matcher.end() : start, message);
  }

  /** An element equals only itself. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return start;
  }

  @Override
  public String toString() {
    return "<%s> in line %d".formatted(name, line());
  }
}

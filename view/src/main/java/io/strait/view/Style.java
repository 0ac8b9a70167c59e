package io.strait.view;

/** Emphasis on a terminal; plain text elsewhere. */
public record Style(boolean colours) {
  public String bold(String text) {
    return wrap("1", text);
  }

  public String dim(String text) {
    return wrap("2", text);
  }

  public String good(String text) {
    return wrap("32", text);
  }

  public String bad(String text) {
    return wrap("31", text);
  }

  private String wrap(String code, String text) {
    return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}

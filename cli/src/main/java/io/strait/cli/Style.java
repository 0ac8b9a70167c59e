package io.strait.cli;

/** Emphasis on a terminal; plain text elsewhere. */
record Style(boolean colours) {
  String bold(String text) {
    return wrap("1", text);
  }

  String dim(String text) {
    return wrap("2", text);
  }

  String good(String text) {
    return wrap("32", text);
  }

  String bad(String text) {
    return wrap("31", text);
  }

  private String wrap(String code, String text) {
    return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}

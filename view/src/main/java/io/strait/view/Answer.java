package io.strait.view;

import io.strait.model.text.Tree;

/** What a command answers, for people and for programs. */
public interface Answer {
  String text(Style style);

  Tree json();

  /** Prints it. */
  default void print(Console console, Format format) {
    console.print(format == Format.JSON ? json().json() : text(console.style()));
  }
}

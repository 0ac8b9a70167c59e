package io.strait.model;

/** An application that Strait can plan and run. Each kind has a record of its own. */
public interface App {
  String name();
}

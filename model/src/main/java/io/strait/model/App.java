package io.strait.model;

/** An application that Strait can plan and run. Each kind has its own record. */
public interface App {
  String name();
}

package io.strait.model;

/** An application that Strait can plan and run. Each kind is a record of its own. */
public sealed interface App permits FarmApp, StencilApp, RealignApp {
  String name();
}

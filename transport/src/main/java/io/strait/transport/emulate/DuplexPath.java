package io.strait.transport.emulate;

/** Both directions between a child and its parent. */
public record DuplexPath(EmulatedPath up, EmulatedPath down) {}

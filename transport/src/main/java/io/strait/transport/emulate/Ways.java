package io.strait.transport.emulate;

/** Both directions between a child and its parent. */
public record Ways(Way up, Way down) {}

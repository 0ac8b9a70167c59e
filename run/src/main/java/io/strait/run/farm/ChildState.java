package io.strait.run.farm;

/** What there is to tell about a child. */
public record ChildState(
    String name, Message.Role role, boolean connected, int cores, int holding, int finished) {}

package io.strait.transport.fabric;

/** What the master tells a rank. The kinds are agreed upon elsewhere. */
public record ControlMessage(byte kind, byte[] payload) {}

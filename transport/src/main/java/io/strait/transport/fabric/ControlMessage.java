package io.strait.transport.fabric;

/** A message from the master to a rank. What the kinds mean is up to its two ends. */
public record ControlMessage(byte kind, byte[] payload) {}

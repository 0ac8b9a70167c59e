package io.strait.farm.message;

/**
 * A message as it travels.
 *
 * @param session that it belongs to; 0 before there is one
 * @param number counts the messages of one direction of a session
 */
public record Envelope(long session, int number, Message message) {}

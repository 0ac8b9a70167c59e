package io.strait.farm.protocol;

import io.strait.farm.message.Message;

/**
 * What there is to tell about a child.
 *
 * @param finished tasks that it has handed in, failed ones among them
 * @param failures tasks that it has reported as failed, whether or not they are tried again
 * @param received bytes of results that came from it
 * @param sent bytes of inputs that went to it
 * @param lastHeard when its last word came, in nanoseconds of the master's clock
 */
public record ChildState(
    String name,
    Message.Role role,
    boolean connected,
    int cores,
    int holding,
    int finished,
    int failures,
    long received,
    long sent,
    long lastHeard) {}

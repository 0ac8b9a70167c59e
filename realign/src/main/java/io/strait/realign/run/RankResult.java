package io.strait.realign.run;

/**
 * What one rank has to tell of all repetitions.
 *
 * @param packSeconds of packing, and of copying what stays
 * @param waitSeconds without anything to do
 * @param fileSeconds of reading and writing files
 * @param sentBytes of its own elements to other ranks
 * @param receivedBytes of elements from other ranks
 * @param forwardedBytes of others' elements that it passed on as a gateway
 * @param memoryBytes for its parts, as far as they are not files, and for messages
 * @param interior messages from its own cluster, and from itself
 * @param external messages from other clusters
 * @param verified whether it has what it should have; true where nobody knows that
 */
public record RankResult(
    int rank,
    double packSeconds,
    double waitSeconds,
    double unpackSeconds,
    double fileSeconds,
    long sentBytes,
    long receivedBytes,
    long forwardedBytes,
    long memoryBytes,
    long interior,
    long external,
    long interiorBytes,
    long externalBytes,
    boolean verified) {}

package io.strait.launch.engine;

/**
 * What an engine offers now.
 *
 * @param what a partition or queue
 * @param isDefault whether jobs that name none go there
 * @param nodes of it
 * @param idle nodes of it without a job
 * @param cores of a node
 * @param idleCores of all its nodes that can be used
 * @param limit the longest time of a job, as the engine writes it
 * @param waiting jobs in the queue
 */
public record Offer(
    String what,
    boolean isDefault,
    int nodes,
    int idle,
    int cores,
    int idleCores,
    String limit,
    int waiting) {}

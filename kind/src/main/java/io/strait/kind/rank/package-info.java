/**
 * Runs of ranks, for every kind of application whose ranks exchange messages.
 *
 * <p>{@link io.strait.kind.rank.RankRunner} carries out a plan stage by stage. What is different
 * about a kind it asks of a {@link io.strait.kind.rank.RankWork} and of a {@link
 * io.strait.kind.rank.RankStep}. Ranks are threads of this process ({@link
 * io.strait.kind.rank.ThreadRanks}) or processes that a {@link io.strait.kind.rank.RankMaster}
 * leads with the messages of a {@link io.strait.kind.rank.RankProtocol}; at the other end of those
 * messages stands a {@link io.strait.kind.rank.MasterLink}.
 *
 * <p>The package knows no kind of application, and nothing of what ranks compute or move.
 */
@NullMarked
package io.strait.kind.rank;

import org.jspecify.annotations.NullMarked;

package io.strait.farm.journal;

import io.strait.farm.message.Message;
import io.strait.farm.task.Reducer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is to be computed, as the master sees it.
 *
 * @param run names the run
 * @param spec what workers and gateways need to know, as bytes
 * @param input of a task
 * @param reducer makes reducers; null where results are kept one by one
 * @param attempts how often a task may fail before that is final
 * @param failFast whether one task that failed for good ends the run
 * @param rate tasks per second that the plan expects; 0 if unknown
 * @param fastest seconds that the fastest worker takes for a task; 0 if unknown
 * @param seconds that a child takes for a task, by its name; 0 if unknown
 * @param quorum tasks that must have been asked for before the first is handed out
 * @param aggregate how many results the gateway of that name adds up before it sends them on, or
 *     {@link Message#ADAPT}
 * @param ahead tasks that it keeps in reserve, at least
 */
public record FarmWork(
    String run,
    int tasks,
    byte[] spec,
    IntFunction<byte[]> input,
    @Nullable Supplier<Reducer> reducer,
    int attempts,
    boolean failFast,
    double rate,
    double fastest,
    ToDoubleFunction<String> seconds,
    int quorum,
    ToIntFunction<String> aggregate,
    ToIntFunction<String> ahead) {}

package io.strait.farm.journal;

import io.strait.farm.message.Message;
import io.strait.farm.simulate.Delivery;
import io.strait.farm.task.Reducer;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
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
 * @param rate tasks per second that children do together, by the plan; 0 if unknown
 * @param delivery how soon results of a child come, by its name
 * @param paces seconds that workers of a gateway take for a task, by their names, as far as known
 * @param quorum workers that must have asked for a task before the first is handed out
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
    Function<String, Delivery> delivery,
    Function<String, Map<String, Double>> paces,
    int quorum,
    ToIntFunction<String> aggregate,
    ToIntFunction<String> ahead) {}

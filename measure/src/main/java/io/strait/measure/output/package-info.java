/**
 * What other tools have printed, as it comes out of them.
 *
 * <p>{@link io.strait.measure.output.ToolOutput} reads a file within bounds. {@link
 * io.strait.measure.output.JsonReader} finds the JSON objects in it, past warnings before and
 * behind them, and takes what tools print although JSON has no such thing: {@code -nan}, {@code
 * inf}, {@code 5.9e 06}, a key twice. {@link io.strait.measure.output.Json} is a value with its
 * place, for messages.
 *
 * <p>Must not know: which tool it was, kinds of application, planning, running, terminals.
 */
@NullMarked
package io.strait.measure.output;

import org.jspecify.annotations.NullMarked;

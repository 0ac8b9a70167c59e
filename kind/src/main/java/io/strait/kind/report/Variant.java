package io.strait.kind.report;

import io.strait.model.Grid;

/**
 * A grid and an app with something about them improved.
 *
 * @param <A> apps of one kind
 */
public record Variant<A>(String what, Grid grid, A app) {}

package io.strait.kind.report;

import io.strait.model.Grid;

/**
 * A grid and an app, and what is better about them.
 *
 * @param <A> apps of one kind
 */
public record Change<A>(String what, Grid grid, A app) {}

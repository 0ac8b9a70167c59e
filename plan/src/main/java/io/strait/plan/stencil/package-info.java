/**
 * Plans stencils: who computes which columns ({@link io.strait.plan.stencil.Decomposition}), and by
 * which strategy.
 */
@NullMarked
package io.strait.plan.stencil;

import org.jspecify.annotations.NullMarked;

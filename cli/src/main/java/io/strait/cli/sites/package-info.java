/**
 * Commands about sites: what is sent there ({@code strait bundle}), and whether they can be used
 * ({@code strait sites}).
 */
@NullMarked
package io.strait.cli.sites;

import org.jspecify.annotations.NullMarked;

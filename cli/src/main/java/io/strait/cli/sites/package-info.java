/**
 * Commands about sites: what is sent there ({@code strait bundle}), and whether they can be used
 * ({@code strait sites}); and the probes that {@code strait measure grid} starts there ({@link
 * io.strait.cli.sites.SiteProbes}).
 */
@NullMarked
package io.strait.cli.sites;

import org.jspecify.annotations.NullMarked;

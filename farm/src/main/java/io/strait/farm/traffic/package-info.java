/**
 * Which networks carry what a run says: {@link io.strait.farm.traffic.Ways} from a node to its
 * parent over {@link io.strait.farm.traffic.Carrier}s, which know how full they are.
 *
 * <p>Must not know: what is carried, and when.
 */
@NullMarked
package io.strait.farm.traffic;

import org.jspecify.annotations.NullMarked;

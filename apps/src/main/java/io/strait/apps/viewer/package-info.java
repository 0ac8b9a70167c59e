/**
 * The viewer, test case of paper <em>porting</em>: a flight over mountains, cut into the
 * calculations {@code terrain}, {@code trace} and {@code display}. {@link
 * io.strait.apps.viewer.Scene} holds the settings. The world is a {@code HeightField} that repeats
 * every 16,384 m in both directions; the {@code Flight} over it depends on the frame's number
 * alone, so that all parts know where the eye is without being told.
 *
 * <p>Heights are posts on levels 0 to 6, 1 m to 64 m apart. The coarsest level is the background:
 * everybody has all of it. {@code TerrainServer} sends tiles of the finer levels; {@code Posts}
 * keeps those that came, and answers from a coarser level where one is missing. {@code
 * ColumnTracer} casts rays through {@code Posts}, {@code Shader}, {@code Water} and {@code Sky}
 * give them colours. {@code Display} puts the columns together, {@code LivePage} shows them in a
 * browser.
 *
 * <p><b>From terrain to trace</b> (big-endian): an int, the number of tiles. Per tile a byte, the
 * level, a byte that is 0, two unsigned shorts, column and row of the tile on its level; then 32 x
 * 32 unsigned shorts, row after row, heights in 1/32 m. A message stands for itself: tiles that
 * were lost with an earlier one come again, those that are needed and were not sent for longest
 * first.
 *
 * <p><b>From trace to display</b>: a part's columns as {@code Scene.columns} deals them, pixels
 * from top to bottom, three bytes (red, green, blue) or one (a colour of the {@code Palette}) each.
 *
 * <p>Must not know: how data travel, on which hosts parts run, and the other applications.
 */
@NullMarked
package io.strait.apps.viewer;

import org.jspecify.annotations.NullMarked;

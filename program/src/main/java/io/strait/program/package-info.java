/**
 * Programs to port: calculations that were measured on one machine and the data that flow between
 * them, as paper porting describes them. The packages are the verbs, as for other kinds.
 */
@NullMarked
package io.strait.program;

import org.jspecify.annotations.NullMarked;

/**
 * The farm's messages on the network: {@link io.strait.farm.wire.Codec} turns messages into bytes,
 * {@link io.strait.farm.wire.Assembler} cuts them into frames, {@code Stream} sends and receives
 * frames over a connection of {@code io.strait.transport.wire}, {@link io.strait.farm.wire.Links}
 * listens and dials, and an {@link io.strait.farm.wire.Inbox} is told what happens.
 *
 * <h2>The format, version 4</h2>
 *
 * <p>A <b>frame</b> is a byte, 1 if more frames of its message follow and 0 if not, then bytes of
 * the message. A parent takes the first message of a connection only if it is a single frame; later
 * ones have at most 32 MiB from a child and 160 MiB from a parent.
 *
 * <p>A <b>message</b> is its kind (1 byte), the session (8 bytes, 0 before there is one), its
 * number within the session and direction, then its fields. Numbers are unsigned and of variable
 * length (7 bits to a byte, the lowest first; the highest bit says that more follow), unless 1 or 8
 * bytes are given; those of 8 bytes have the highest byte first. Texts (UTF-8) and bytes have their
 * length before them, as a number. A <i>set</i> of tasks or parts is the number of its ranges, then
 * for each the distance from the end of the range before (from -1 for the first) less one, and its
 * length less one. Bytes after the last known field are ignored, so that later versions may add
 * fields.
 *
 * <table>
 *   <caption>Messages; 1 to 8, 18 and 19 are a child's, 9 to 16 a parent's, 17 is either's</caption>
 *   <tr><th>kind</th><th>message</th><th>fields</th></tr>
 *   <tr><td>1</td><td>Hello</td><td>oldest and newest version, token (text), name (text), role (1
 *       byte: 0 worker, 1 gateway), cores, instance (8 bytes), dial</td></tr>
 *   <tr><td>2</td><td>Holding</td><td>set of tasks</td></tr>
 *   <tr><td>3</td><td>Want</td><td>tasks</td></tr>
 *   <tr><td>4</td><td>Results</td><td>count; for each part: number, kind (1 byte: 0 value, 1
 *       partial, 2 failed), set of tasks, payload (bytes)</td></tr>
 *   <tr><td>5</td><td>Offer</td><td>part, kind (1 byte), set of tasks, size</td></tr>
 *   <tr><td>6</td><td>Chunk</td><td>part, offset, data (bytes)</td></tr>
 *   <tr><td>7</td><td>Returned</td><td>set of tasks</td></tr>
 *   <tr><td>8</td><td>Leaving</td><td>reason (text)</td></tr>
 *   <tr><td>9</td><td>Welcome</td><td>version, dial, run (text), tasks, lease in milliseconds,
 *       aggregate, ahead, most bytes of a result, spec (bytes)</td></tr>
 *   <tr><td>10</td><td>Refused</td><td>reason (text), 1 byte: 1 if for good</td></tr>
 *   <tr><td>11</td><td>Tasks</td><td>count; for each: task, attempt (1 byte), input
 *       (bytes)</td></tr>
 *   <tr><td>12</td><td>Fetch</td><td>part</td></tr>
 *   <tr><td>13</td><td>Ack</td><td>set of parts</td></tr>
 *   <tr><td>14</td><td>Reject</td><td>part, set of tasks accepted before</td></tr>
 *   <tr><td>15</td><td>Cancel</td><td>set of tasks</td></tr>
 *   <tr><td>16</td><td>Finished</td><td>reason (text)</td></tr>
 *   <tr><td>17</td><td>Beat</td><td>stamp, echo (8 bytes each)</td></tr>
 *   <tr><td>18</td><td>Trace</td><td>count of names (1 byte), names (text); event (1 byte: 0 none,
 *       1 joined, 2 gone, 3 gateway joined); count, and for each task: task, nanoseconds ago and
 *       taken (8 bytes each), 1 byte: 1 if failed; many; span, busy, bytes up and down (8 bytes
 *       each); why it is gone (text)</td></tr>
 *   <tr><td>19</td><td>Notice</td><td>count of names (1 byte), names (text); a warning
 *       (text)</td></tr>
 * </table>
 *
 * <p>What the messages mean is specified in {@link io.strait.farm.protocol}. Everything that comes
 * is checked here for form and size, and there for sense.
 *
 * <p>Must not know: the state of a node, tasks, files.
 */
@NullMarked
package io.strait.farm.wire;

import org.jspecify.annotations.NullMarked;

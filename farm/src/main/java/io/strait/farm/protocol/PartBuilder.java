package io.strait.farm.protocol;

import io.strait.farm.message.IdSet;
import io.strait.farm.message.Part;
import io.strait.farm.task.Reducer;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/** Results that a gateway adds up for its next part. */
final class PartBuilder {
  private final Reducer reducer;
  private final IntArrayList tasks = new IntArrayList();
  private final LongArrayList positions = new LongArrayList();
  private @Nullable Part only;

  PartBuilder(Reducer reducer) {
    this.reducer = reducer;
  }

  boolean isEmpty() {
    return positions.isEmpty();
  }

  /** Results in it. */
  int count() {
    return positions.size();
  }

  /**
   * Adds a result.
   *
   * @throws IllegalArgumentException if it does not fit the others; then nothing has changed
   */
  void add(long position, Part part) {
    if (part.kind() == Part.Kind.VALUE) {
      reducer.add(part.payload());
    } else {
      reducer.merge(part.payload());
    }
    only = positions.isEmpty() ? part : null;
    positions.add(position);
    part.tasks().forEach(tasks::addInt);
  }

  /** Makes one part of all of it and starts afresh. */
  OutPart take() {
    var set = IdSet.of(tasks.toIntArray(), tasks.size());
    var alone = only;
    var part =
        alone != null
            ? new OutPart(alone.kind(), set, alone.payload(), positions.toLongArray())
            : new OutPart(Part.Kind.PARTIAL, set, reducer.partial(), positions.toLongArray());
    reducer.clear();
    tasks.clear();
    positions.clear();
    only = null;
    return part;
  }
}

package io.strait.farm.planning;

import io.strait.farm.file.FarmApp;
import io.strait.farm.task.DataFiles;
import io.strait.kind.file.Inputs;
import io.strait.launch.site.Checksums;
import io.strait.launch.site.KnownData;
import io.strait.model.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a run would have to send to its sites: large files that they do not have, as we know. */
final class MissingData {
  private MissingData() {}

  /** Bytes by cluster; clusters that need none are not there. */
  static Map<String, Long> of(Inputs<FarmApp> inputs) {
    var missing = new HashMap<String, Long>();
    @Nullable Path folder = Path.of(inputs.appDocument().source()).toAbsolutePath().getParent();
    var files = folder == null ? Map.<Path, Long>of() : DataFiles.of(inputs.app(), folder);
    if (files.isEmpty()) {
      return missing;
    }
    var known = KnownData.ofUser();
    for (var cluster : inputs.grid().clusters()) {
      @Nullable Start start = cluster.start();
      if (start != null && !start.ssh().isEmpty()) {
        long bytes = bytes(files, known.at(start));
        if (bytes > 0) {
          missing.put(cluster.name(), bytes);
        }
      }
    }
    return missing;
  }

  private static long bytes(Map<Path, Long> files, List<String> there) {
    var sums = Checksums.ofUser();
    long bytes = 0;
    for (var file : files.entrySet()) {
      try {
        bytes +=
            sums.known(file.getKey()).filter(there::contains).isPresent() ? 0 : file.getValue();
      } catch (IOException e) {
        bytes += file.getValue();
      }
    }
    return bytes;
  }
}

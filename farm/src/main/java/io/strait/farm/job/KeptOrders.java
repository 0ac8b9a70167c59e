package io.strait.farm.job;

import io.strait.farm.event.CrewOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What people ordered, in a file of the run's folder: a master that is started again keeps to it.
 * Every line is an order as events tell it; clusters that are not named have none.
 */
record KeptOrders(Path file) {
  private static final String NAME = "orders.txt";

  static KeptOrders in(Path folder) {
    return new KeptOrders(folder.resolve(NAME));
  }

  List<CrewOrder> read() throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream()
            .map(CrewOrder::of)
            .filter(Objects::nonNull)
            .map(CrewOrder.class::cast)
            .toList()
        : List.of();
  }

  /** Keeps an order in place of an earlier one for the same cluster. */
  synchronized void keep(CrewOrder order) throws IOException {
    var kept = new ArrayList<>(read());
    kept.removeIf(each -> each.cluster().equals(order.cluster()));
    if (order.workers() != CrewOrder.ALL) {
      kept.add(order);
    }
    var part = file.resolveSibling("." + NAME + ".part");
    Files.write(part, kept.stream().map(CrewOrder::text).toList());
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}

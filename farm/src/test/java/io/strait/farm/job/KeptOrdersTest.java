package io.strait.farm.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.event.CrewOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders that outlive a master. */
class KeptOrdersTest {
  @TempDir private Path folder;

  @Test
  void theLastOrderForEachClusterIsKept() throws IOException {
    assertThat(KeptOrders.in(folder).read()).isEmpty();
    KeptOrders.in(folder).keep(new CrewOrder("far away", 0));
    KeptOrders.in(folder).keep(new CrewOrder("near", 3));
    KeptOrders.in(folder).keep(new CrewOrder("far away", 2));
    assertThat(KeptOrders.in(folder).read())
        .containsExactly(new CrewOrder("near", 3), new CrewOrder("far away", 2));
    KeptOrders.in(folder).keep(new CrewOrder("near", CrewOrder.ALL));
    assertThat(KeptOrders.in(folder).read()).containsExactly(new CrewOrder("far away", 2));
    assertThat(Files.readString(folder.resolve("orders.txt")))
        .isEqualTo("by order, 2 of the workers of far away get tasks\n");
  }
}

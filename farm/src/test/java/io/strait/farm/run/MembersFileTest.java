package io.strait.farm.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strait.farm.journal.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway that is started again knows of its children. */
class MembersFileTest {
  private static final Member ONE = new Member("w1", 7, "es", "aa");
  private static final Member TWO = new Member("wörker 2", -9, "", "");

  @TempDir Path folder;

  private MembersFile file() {
    return new MembersFile(folder.resolve("spool"), "gate", FarmLog.people(l -> {}, true));
  }

  @Test
  void whoHasJoinedIsKnownAgainAlsoAfterARecordThatWasCutOff() throws Exception {
    var path = folder.resolve("spool/members-gate");
    var first = file().open();
    assertThat(first.all()).isEmpty();
    first.add(ONE);
    first.add(ONE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    Files.write(path, new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 0, 0}, StandardOpenOption.APPEND);
    file().open().add(TWO);
    assertThat(new ArrayList<>(file().open().all())).containsExactly(ONE, TWO);
    assertThat(file().open().contains(new Member("w1", 8, "es", "aa"))).isTrue();
    assertThat(file().open().contains(new Member("w1", 8, "es", "bb"))).isFalse();
    file().delete();
    assertThat(path).doesNotExist();
  }
}

package io.strait.farm.task;

import io.strait.kind.code.LargeFile;
import io.strait.kind.code.Settings;
import io.strait.kind.code.SharedFile;
import io.strait.kind.code.TaskCode;
import io.strait.kind.code.UserClass;
import java.util.List;

/** Finds the class that an app file names on the class path that is there. */
final class FarmClass {
  private FarmClass() {}

  /**
   * An instance of the class, with its settings.
   *
   * @throws IllegalArgumentException if there is no such class, it is no farm or refuses a setting
   */
  static Farm load(
      TaskCode.JavaClass code,
      int tasks,
      List<SharedFile> files,
      List<LargeFile> large,
      ClassLoader loader) {
    var farm = UserClass.create(Farm.class, "farm", code.name(), loader);
    var settings = new Settings(tasks, code.with(), files, large);
    UserClass.begin(code.name(), settings, farm::begin);
    return farm;
  }
}

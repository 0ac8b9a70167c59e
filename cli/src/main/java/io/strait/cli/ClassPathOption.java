package io.strait.cli;

import io.strait.launch.Launcher;
import io.strait.model.text.InputException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where classes of applications are. Code never travels with a run: every process has its own. */
public final class ClassPathOption {
  @Option(
      names = "--classpath",
      paramLabel = "PATH",
      description = "Jars and folders with the class that the app names, separated as for java.")
  private @Nullable String path;

  /** Makes the classes known to whoever asks for the context's class loader. */
  ClassLoader install() {
    var urls = new ArrayList<URL>();
    for (var entry : path == null ? new String[0] : path.split(File.pathSeparator)) {
      var file = Path.of(entry);
      if (!Files.exists(file)) {
        throw new InputException(
            "--classpath: there is no '%s', expected a jar or a folder".formatted(entry));
      }
      try {
        urls.add(file.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new InputException(
            "--classpath: '%s' is not a file, expected a folder of classes or a jar"
                .formatted(entry));
      }
    }
    var loader = ClassPathOption.class.getClassLoader();
    var all = urls.isEmpty() ? loader : new URLClassLoader(urls.toArray(URL[]::new), loader);
    Thread.currentThread().setContextClassLoader(all);
    return all;
  }

  /** How processes of our own are started, with these classes. */
  Launcher launcher() {
    return new Launcher(Main.class.getName(), path);
  }
}

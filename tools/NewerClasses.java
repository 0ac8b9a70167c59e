import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the classes of jars that are too old for an AOT cache as what a newer compiler would
 * have made of them: {@code java tools/NewerClasses.java JAR ...}. Instructions stay as they are;
 * what is added are stack maps. Jars without such classes are left alone, those with a signature
 * too. The same jar always becomes the same bytes.
 */
final class NewerClasses {
  /** Older ones are verified in a way that caches do not have. */
  private static final int OLDEST = ClassFile.JAVA_6_VERSION;

  private static final int NEWER = ClassFile.JAVA_8_VERSION;

  /** A jar can say the first hour of 1980 only with the time zone. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private NewerClasses() {}

  public static void main(String[] args) throws IOException {
    for (var arg : args) {
      var jar = Path.of(arg);
      var entries = entries(jar);
      if (entries.keySet().stream().anyMatch(name -> name.endsWith(".SF"))
          || entries.entrySet().stream().noneMatch(NewerClasses::isOld)) {
        continue;
      }
      var newer = Path.of(arg + ".newer");
      write(newer, renewed(entries, jar));
      Files.move(newer, jar, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static boolean isOld(Map.Entry<String, byte[]> entry) {
    var bytes = entry.getValue();
    return entry.getKey().endsWith(".class")
        && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < OLDEST;
  }

  private static Map<String, byte[]> entries(Path jar) throws IOException {
    var entries = new LinkedHashMap<String, byte[]>();
    try (var in = new JarFile(jar.toFile(), false)) {
      for (var entry : in.stream().toList()) {
        entries.put(entry.getName(), in.getInputStream(entry).readAllBytes());
      }
    }
    return entries;
  }

  private static Map<String, byte[]> renewed(Map<String, byte[]> entries, Path jar)
      throws IOException {
    // What it does not find are libraries that the jar can do without.
    try (var classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      var types =
          ClassHierarchyResolver.ofResourceParsing(classes)
              .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()));
      var format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(types.cached()));
      var transform =
          ClassTransform.transformingMethodBodies((code, part) -> code.with(part))
              .andThen(
                  (type, part) -> {
                    if (part instanceof ClassFileVersion) {
                      type.withVersion(NEWER, 0);
                    } else {
                      type.with(part);
                    }
                  });
      var renewed = new LinkedHashMap<String, byte[]>();
      for (var entry : entries.entrySet()) {
        var bytes = entry.getValue();
        if (isOld(entry)) {
          bytes = format.transformClass(format.parse(bytes), transform);
        } else if (entry.getKey().equals(JarFile.MANIFEST_NAME)) {
          bytes = withNotice(bytes);
        }
        renewed.put(entry.getKey(), bytes);
      }
      return renewed;
    }
  }

  /** The licences of such jars want to have it said that they were changed. */
  private static byte[] withNotice(byte[] bytes) throws IOException {
    var manifest = new Manifest(new ByteArrayInputStream(bytes));
    manifest
        .getMainAttributes()
        .putValue(
            "Changed-By-Strait",
            "class files were given stack maps and the version " + NEWER + ", nothing else");
    var out = new ByteArrayOutputStream();
    manifest.write(out);
    return out.toByteArray();
  }

  /** Not compressed: what a compressor writes depends on its version. */
  private static void write(Path jar, Map<String, byte[]> entries) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setMethod(ZipOutputStream.STORED);
      for (var entry : entries.entrySet()) {
        var bytes = entry.getValue();
        var sum = new CRC32();
        sum.update(bytes);
        var header = new ZipEntry(entry.getKey());
        header.setTimeLocal(TIME);
        header.setSize(bytes.length);
        header.setCrc(sum.getValue());
        out.putNextEntry(header);
        out.write(bytes);
        out.closeEntry();
      }
    }
  }
}

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
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lets an AOT cache take all classes of jars: {@code java tools/CacheableJars.java JAR ...}. The
 * same jar always becomes the same bytes; one that needs no change stays as it is.
 *
 * <ul>
 *   <li>Class files that are too old are rewritten as what a newer compiler would have made of
 *       them. Instructions stay; what is added are stack maps.
 *   <li>Signatures are left out: a cache takes no class of a jar that has one, and whoever loads
 *       the first class of it waits until all are verified. Maven has checked what it fetched.
 * </ul>
 */
final class CacheableJars {
  /** Older class files are verified in a way that caches do not have. */
  private static final int OLDEST = ClassFile.JAVA_6_VERSION;

  private static final int NEWER = ClassFile.JAVA_8_VERSION;

  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+[.](SF|RSA|DSA|EC)");

  /** A jar can say the first hour of 1980 only with the time zone. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private CacheableJars() {}

  public static void main(String[] args) throws IOException {
    for (var arg : args) {
      var jar = Path.of(arg);
      var entries = entries(jar);
      boolean signed = entries.keySet().removeIf(SIGNATURE.asMatchPredicate());
      if (signed || entries.entrySet().stream().anyMatch(CacheableJars::isOld)) {
        var changed = Path.of(arg + ".changed");
        write(changed, changed(entries, jar));
        Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isOld(Map.Entry<String, byte[]> entry) {
    var bytes = entry.getValue();
    return entry.getKey().endsWith(".class") && ((bytes[6] & 0xff) << 8 | bytes[7] & 0xff) < OLDEST;
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

  private static Map<String, byte[]> changed(Map<String, byte[]> entries, Path jar)
      throws IOException {
    // What it does not find are libraries that the jar can do without.
    try (var classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      var types =
          ClassHierarchyResolver.ofResourceParsing(classes)
              .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()));
      var format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(types.cached()));
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
      var changed = new LinkedHashMap<String, byte[]>();
      for (var entry : entries.entrySet()) {
        var bytes = entry.getValue();
        if (isOld(entry)) {
          bytes = format.transformClass(format.parse(bytes), transform);
        } else if (entry.getKey().equals(JarFile.MANIFEST_NAME)) {
          bytes = withNotice(bytes);
        }
        changed.put(entry.getKey(), bytes);
      }
      return changed;
    }
  }

  /** The licences of such jars want to have it said that they were changed. */
  private static byte[] withNotice(byte[] bytes) throws IOException {
    var manifest = new Manifest(new ByteArrayInputStream(bytes));
    for (var attributes : manifest.getEntries().values()) {
      attributes.keySet().removeIf(key -> key.toString().endsWith("-Digest"));
    }
    manifest.getEntries().values().removeIf(Map::isEmpty);
    manifest
        .getMainAttributes()
        .putValue(
            "Changed-By-Strait",
            "old class files have stack maps and version " + NEWER + ", signatures are left out");
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

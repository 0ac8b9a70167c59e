#!/bin/sh
# Makes the caches that let strait start fast on this machine. They fit its processor, so they are not part of the bundle.
set -eu
top=$(dirname "$(dirname "$(readlink -f "$0")")")
classpath=
for jar in "$top"/lib/*.jar; do classpath=$classpath$jar:; done
mkdir -p "$top/cache"
vectors=
for kind in plan run; do
  "$top/runtime/bin/java" -XX:AOTCacheOutput="$top/cache/$kind.new" $vectors -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    -cp "$classpath" io.strait.cli.Train $kind "$top/examples" >"$top/cache/$kind.log" 2>&1
  mv "$top/cache/$kind.new" "$top/cache/$kind.aot"
  vectors="-XX:+UnlockExperimentalVMOptions -XX:+EnableVectorSupport --add-exports=java.base/jdk.internal.module=ALL-UNNAMED"
done

#!/bin/sh
# Makes the caches that let strait start fast on this machine. They fit its processor, so they are not part of the bundle.
# A cache appears whole or not at all, wherever this ends; strait starts without one as well.
set -eu
top=$(dirname "$(dirname "$(readlink -f "$0")")")
cache=$top/cache
making=$cache/making
mkdir -p "$cache"
# One maker is enough. What one that was killed has left stands in the way for half an hour.
find "$making" -prune -mmin +30 -exec rm -rf {} + 2>/dev/null || true
mkdir "$making" 2>/dev/null || exit 0
trap 'rm -rf "$making"; : >"$cache/tried"' EXIT
trap 'rm -rf "$making"; trap - EXIT; exit 1' HUP INT TERM
classpath=
for jar in "$top"/lib/*.jar; do classpath=$classpath$jar:; done
# First the one for those who talk to others: at a site they are many.
for kind in run plan; do
  options="-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED"
  if [ $kind = run ]; then
    options="-XX:+UnlockExperimentalVMOptions -XX:+EnableVectorSupport --add-exports=java.base/jdk.internal.module=ALL-UNNAMED $options"
  fi
  "$top/runtime/bin/java" -XX:AOTCacheOutput="$making/$kind" $options -Djava.io.tmpdir="$making" \
    -cp "$classpath" io.strait.cli.Train $kind "$top/examples" >"$cache/$kind.log" 2>&1
  # A disk that is full cuts it off.
  "$top/runtime/bin/java" -XX:AOTCache="$making/$kind" -XX:AOTMode=on $options \
    -cp "$classpath" io.strait.cli.Main --version >>"$cache/$kind.log" 2>&1
  mv "$making/$kind" "$cache/$kind.aot"
done

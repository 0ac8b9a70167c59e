#!/bin/sh
# Starts strait from a bundle: its own Java, and its caches where they were made.
set -eu
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in "" | C | POSIX) LC_ALL=C.UTF-8 && export LC_ALL ;; esac
top=$(dirname "$(dirname "$(readlink -f "$0")")")
classpath=
for jar in "$top"/lib/*.jar; do classpath=$classpath$jar:; done
main=io.strait.cli.Main
options="-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED"
kind=plan
case "${1:-}" in
  run | measure | gateway | worker | rank | report)
    kind=run
    options="$options -XX:+UnlockExperimentalVMOptions -XX:+EnableVectorSupport --add-exports=java.base/jdk.internal.module=ALL-UNNAMED"
    ;;
esac
# Those who hold results of many: a collector that stops them for long makes every link idle.
case "${1:-}" in run | gateway) options="-XX:+UseParallelGC ${options#-XX:+UseSerialGC }" ;; esac
# Those who are done before code that was compiled with much care could pay. None of them starts any who last, and would inherit it.
case "${1:-}" in "" | -* | help | status | stop | cert | bundle | sites) STRAIT_COMPILER=fast ;; esac
[ "${STRAIT_COMPILER:-}" != fast ] || options="$options -XX:TieredStopAtLevel=1"
# It is for this process alone.
unset STRAIT_COMPILER
# Bundles without a Java are for machines that have one.
java=$top/runtime
if [ ! -x "$java/bin/java" ]; then
  for java in "${JAVA_HOME:-}" /usr/lib/jvm/* "$(readlink -f "$(command -v java || echo /)" | sed 's,/bin/java$,,')" ''; do
    if [ -x "$java/bin/java" ] && grep -q '^JAVA_VERSION="25' "$java/release" 2>/dev/null; then break; fi
  done
  [ -n "$java" ] || { echo "strait: no Java 25 here, expected one in JAVA_HOME or /usr/lib/jvm" >&2 && exit 1; }
fi
if [ -f "$top/cache/$kind.aot" ]; then
  exec "$java/bin/java" -XX:AOTCache="$top/cache/$kind.aot" -Xlog:disable $options -cp "$classpath" $main "$@"
fi
exec "$java/bin/java" $options -cp "$classpath" $main "$@"

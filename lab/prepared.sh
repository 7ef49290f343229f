# Read by lab/load, lab/profile and lab/sync-proof, which set lab, their folder. Builds what they run, then defines
#   run_lab MAIN ARGUMENTS...     runs a program of the lab instead of this shell
# shellcheck shell=sh disable=SC2154
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

(cd "$lab/.." && mvn -q -B -ntp -Dfast -pl lab -am process-classes) >&2
# Also the jar, so that no measured start builds it.
"$lab/../mintmark" --version >&2

# A small heap that never grows: the load must not meddle with what it measures.
run_lab() {
    main=$1
    shift
    exec "$java" -Xms256m -Xmx256m -XX:+UseSerialGC \
        -Dmintmark.commit="$(git -C "$lab" describe --always --dirty 2>/dev/null || echo "unknown commit")" \
        -Dlogback.configurationFile=bench-logback.xml \
        -cp "$lab/target/classes:$(cat "$lab/target/bench.classpath")" "io.mintmark.lab.$main" \
        --launcher "$lab/../mintmark" --work "$lab/target/load" "$@"
}

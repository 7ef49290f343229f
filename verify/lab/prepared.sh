# Read by the scripts beside it, which set lab, their folder. Builds the lab, then defines
#   run_java FLAGS... MAIN ARGUMENTS...   runs a class of the lab instead of this shell
#   run_lab COMMAND ARGUMENTS...          a command of the lab beside a server: from a shipped jar, with data below verify/lab/target/load
# shellcheck shell=sh disable=SC2154
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

(cd "$lab/../.." && mvn -q -B -ntp -Dfast -pl verify/lab -am process-classes) >&2

run_java() {
    exec "$java" -Dmintmark.commit="$(git -C "$lab" describe --always --dirty 2>/dev/null || echo "unknown commit")" \
        -Dlogback.configurationFile=bench-logback.xml \
        -cp "$lab/target/classes:$(cat "$lab/target/bench.classpath")" "$@"
}

# A small heap that never grows: the load must not meddle with the figures. The jar is built before, so that no measured
# start builds it.
run_lab() {
    command=$1
    shift
    "$lab/../../mintmark" --version >&2
    run_java -Xms256m -Xmx256m -XX:+UseSerialGC io.mintmark.lab.report.LabCommand "$command" \
        --launcher "$lab/../../mintmark" --work "$lab/target/load" "$@"
}

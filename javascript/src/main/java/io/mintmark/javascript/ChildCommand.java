package io.mintmark.javascript;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the process for scripts is started: the same Java and class path as this one, less memory, and a lower priority where the
 * system can give it one.
 *
 * @param words the command and its arguments
 */
record ChildCommand(List<String> words) {
    private static final Path NICE = Path.of("/usr/bin/nice");

    static ChildCommand ofThisProcess(ScriptLimits limits) {
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(NICE)) {
            words.addAll(List.of(NICE.toString(), "-n", "10"));
        }
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(
                "-Xmx" + limits.heapMegabytes() + "m",
                "-Xss2m",
                "-XX:MaxMetaspaceSize=256m",
                "-XX:+UseSerialGC",
                // A process whose heap was full once can no longer be trusted with the next document.
                "-XX:+ExitOnOutOfMemoryError",
                // Standard output has nothing but answers.
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-UsePerfData",
                "-Dpolyglot.engine.WarnInterpreterOnly=false",
                "-cp",
                System.getProperty("java.class.path"),
                "io.mintmark.javascript.child.ScriptChild",
                Long.toString(limits.item().toMillis())));
        return new ChildCommand(List.copyOf(words));
    }
}

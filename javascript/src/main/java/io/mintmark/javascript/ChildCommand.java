package io.mintmark.javascript;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the process for scripts is started: the same Java and class path as this one, less memory, and a lower priority where the
 * system can give it one.
 *
 * @param words the command and its arguments
 */
record ChildCommand(List<String> words) {
    private static final Path NICE = Path.of("/usr/bin/nice");

    static ChildCommand ofThisProcess(ScriptLimits limits, @Nullable Path jars) {
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
                classPath(jars),
                "io.mintmark.javascript.child.ScriptChild",
                Long.toString(limits.item().toMillis()),
                Long.toString(limits.load().toMillis())));
        return new ChildCommand(List.copyOf(words));
    }

    /** The process has another working directory, so nothing may be told from this one's. */
    private static String classPath(@Nullable Path jars) {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        if (jars != null) {
            entries.add(jars.toAbsolutePath().resolve("*").toString());
        }
        return String.join(File.pathSeparator, entries);
    }
}

package io.mintmark.javascript;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the process for scripts is started: the same Java and class path as this one, less memory, and a lower priority
 * where the system can give it one.
 *
 * @param words the command and its arguments
 */
record ChildCommand(List<String> words) {
    private static final Path NICE = Path.of("/usr/bin/nice");
    private static final Path RENICE = Path.of("/usr/bin/renice");

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

    /**
     * Returns the same command at this process's own priority, for a process for whose start others wait;
     * {@link #lower} lowers the priority afterwards. Where that cannot be done, it is low from the beginning.
     */
    ChildCommand quickly() {
        boolean isLow = words.get(0).equals(NICE.toString()) && Files.isExecutable(RENICE);
        return isLow ? new ChildCommand(words.subList(3, words.size())) : this;
    }

    /** Lowers the priority of a process that has started. */
    static void lower(Process process) {
        try {
            if (Files.isExecutable(RENICE)) {
                Process ignored = new ProcessBuilder(RENICE.toString(), "-n", "10", "-p", Long.toString(process.pid()))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
            }
        } catch (IOException e) {
            // It goes on at the priority that it has.
        }
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

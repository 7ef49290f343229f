package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/** Compiles and runs programs in JVMs of their own, with the class path of the tests behind theirs. */
final class Programs {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private Programs() {}

    /** Compiles sources into {@code classes}; fails if they do not compile. */
    static void compile(List<Path> sources, Path classes, Path... before) {
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath(before)));
        sources.forEach(source -> arguments.add(source.toString()));
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK")
                .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).as("%s compile", sources).isZero();
    }

    /** Returns the lines that a JVM printed; fails if it failed. */
    static List<String> run(Path directory, List<String> command, Path... before)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile(directory, "printed", ".txt");
        List<String> whole = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Such a program ends before a better compiler pays off.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(before)));
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(printed);
        assertThat(process.exitValue()).as("%s", String.join("\n", lines)).isZero();
        return lines;
    }

    private static String classPath(Path... before) {
        StringBuilder all = new StringBuilder();
        for (Path one : before) {
            all.append(one).append(File.pathSeparator);
        }
        return all.append(CLASS_PATH).toString();
    }
}

package io.mintmark.lab.cuts;

import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The library in C that watches the file operations of a JVM: built here, and loaded before all others there. */
final class Watcher {
    private static final String COMPILER = "gcc";

    private Watcher() {}

    /** Returns what keeps it from being built here; empty if nothing does. */
    static Optional<String> obstacle() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.of("power cuts are made on Linux only: file operations are watched with LD_PRELOAD");
        }
        boolean found = List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, COMPILER)));
        return found ? Optional.empty() : Optional.of("gcc is missing: apt-get install gcc libc6-dev");
    }

    /** Compiles what lies in {@code sources} into {@code directory}. */
    static Path build(Path sources, Path directory) throws IOException {
        Path library = directory.resolve("libpower-cuts.so");
        List<String> command =
                new ArrayList<>(List.of(COMPILER, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"));
        command.addAll(List.of("-o", library.toString()));
        command.addAll(List.of(
                sources.resolve("watch.c").toString(),
                sources.resolve("calls.c").toString()));
        command.addAll(List.of("-lpthread", "-ldl"));
        String ignored = Child.output(command);
        return library;
    }

    /** Runs a program of the lab in a JVM that is watched; returns its exit code. */
    static int run(Path library, Path base, Class<?> main, List<String> arguments) throws IOException {
        Files.createDirectories(Workbench.watched(base));
        Files.write(Workbench.control(base), new byte[Control.BYTES]);
        List<String> flags = List.of(
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dmintmark.commit=" + System.getProperty("mintmark.commit", "unknown commit"));
        List<String> command = Child.java(flags, main.getName());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        environment.put("LD_PRELOAD", library.toString());
        environment.put("MINTMARK_CUTS_ROOT", Workbench.watched(base).toString());
        environment.put("MINTMARK_CUTS_JOURNAL", Workbench.journal(base).toString());
        environment.put("MINTMARK_CUTS_CONTROL", Workbench.control(base).toString());
        return Child.await(builder.start());
    }
}

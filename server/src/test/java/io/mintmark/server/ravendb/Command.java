package io.mintmark.server.ravendb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One run of a program that other people wrote: its output kept in a file, its time limited, nothing left running. */
record Command(Path directory, Map<String, String> environment, Duration limit) {
    /** How a program ended, and all it said. */
    record Result(int exitCode, String output) {}

    /**
     * Runs the program to its end.
     *
     * @throws IOException if there is no such program
     * @throws AssertionError if it took longer than the limit; it and its children are gone then
     */
    Result run(String program, String... arguments) throws IOException, InterruptedException {
        Path log = directory.resolve(Path.of(program).getFileName() + ".log");
        ProcessBuilder builder = new ProcessBuilder(onThisSystem(program)).directory(directory.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().putAll(environment);
        builder.environment().remove("NODE_OPTIONS");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(
                        program + " " + String.join(" ", arguments) + " took longer than " + limit + ", see " + log);
            }
            return new Result(process.exitValue(), Files.readString(log));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Returns why the program cannot be used here, if so. */
    Optional<String> missing(String program) throws IOException, InterruptedException {
        try {
            Result result = run(program, "--version");
            return result.exitCode() == 0
                    ? Optional.empty()
                    : Optional.of(program + " --version fails: " + result.output());
        } catch (IOException e) {
            return Optional.of("there is no " + program + " on the path");
        }
    }

    private static List<String> onThisSystem(String program) {
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        return new ArrayList<>(List.of(windows && program.equals("npm") ? "npm.cmd" : program));
    }
}

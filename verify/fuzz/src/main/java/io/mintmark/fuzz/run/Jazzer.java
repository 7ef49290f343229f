package io.mintmark.fuzz.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Starts Jazzer in JVMs of their own, one after the other. */
public final class Jazzer {
    /** A server's heap in a small container, so that a run that wants more is a finding. */
    private static final String HEAP = "-Xmx512m";

    /** What guides the search: our classes, and the parsers of others that they feed. */
    private static final String INSTRUMENTED =
            "io.mintmark.**:com.fasterxml.jackson.core.json.**:org.eclipse.jetty.http.**";

    private static final String DETECTORS = "com.code_intelligence.jazzer.sanitizers.";

    /** A run that never ends; one that takes more than a second is found by its own time, also on a busy machine. */
    private static final int HANG_SECONDS = 120;

    private final Folders folders;
    private final String classPath;

    /** Runs with the class path of this JVM. */
    public Jazzer(Folders folders) {
        this.folders = folders;
        this.classPath = System.getProperty("java.class.path");
    }

    /** Searches, and writes everything that is printed into the target's log. */
    public Outcome search(Search search) throws IOException, InterruptedException {
        Path findings = Files.createDirectories(folders.findings(search.target()));
        Folders.erase(findings);
        List<String> command = command(search.target());
        command.addAll(List.of(
                "-seed=" + search.seed(),
                "-max_total_time=" + search.seconds(),
                "-max_len=" + Search.BYTES_MAX,
                "-timeout=" + HANG_SECONDS,
                "-report_slow_units=" + HANG_SECONDS,
                "-rss_limit_mb=1800",
                "-print_final_stats=1",
                "-artifact_prefix=" + findings + "/"));
        if (search.runs() > 0) {
            command.add("-runs=" + search.runs());
        }
        if (!search.fromNothing()) {
            command.addAll(corpora(search.target()));
        }
        long began = System.nanoTime();
        Outcome.Reading reading = new Outcome.Reading();
        int exitCode = run(command, folders.log(search.target()), reading);
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        return reading.outcome(search, seconds, Folders.files(findings), exitCode);
    }

    private List<String> corpora(String target) throws IOException {
        List<String> corpora = new ArrayList<>();
        Path dictionary = folders.dictionary(target);
        if (Files.exists(dictionary)) {
            corpora.add("-dict=" + dictionary);
        }
        Path found = Files.createDirectories(folders.found(target));
        PackedCorpus.unpack(folders.packed(target), found);
        corpora.add(found.toString());
        corpora.add(Files.createDirectories(folders.kept(target)).toString());
        return corpora;
    }

    /**
     * Puts the smallest inputs that take the same branches as everything that was found, beside those in git, into the
     * target's packed corpus.
     */
    void keep(String target) throws IOException, InterruptedException {
        Path merged = Files.createDirectories(folders.work().resolve("merged").resolve(target));
        Folders.erase(merged);
        Set<Path> kept = new HashSet<>();
        for (Path file : Folders.files(folders.kept(target))) {
            kept.add(Files.copy(file, merged.resolve(file.getFileName())));
        }
        List<String> command = command(target);
        command.addAll(List.of(
                "-merge=1",
                "-max_len=" + Search.BYTES_MAX,
                "-timeout=" + HANG_SECONDS,
                "-report_slow_units=" + HANG_SECONDS,
                "-rss_limit_mb=1800",
                merged.toString(),
                folders.found(target).toString()));
        int exitCode = run(command, folders.log(target + "-merge"), new Outcome.Reading());
        if (exitCode != 0) {
            throw new IOException("the corpus of " + target + " was not merged: see " + folders.log(target + "-merge"));
        }
        List<byte[]> inputs = new ArrayList<>();
        for (Path file : Folders.files(merged)) {
            if (!kept.contains(file)) {
                inputs.add(Files.readAllBytes(file));
            }
        }
        PackedCorpus.write(folders.packed(target), inputs);
    }

    private List<String> command(String target) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:+EnableDynamicAgentLoading",
                "-Dlogback.configurationFile=fuzz-logback.xml",
                "-cp",
                classPath,
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=io.mintmark.fuzz.JazzerEntry",
                "--target_args=" + target,
                "--instrumentation_includes=" + INSTRUMENTED,
                // One ends the search at the first connection, which targets of the front make themselves; the other
                // starts a thread for each statement of SQL, to parse it once more.
                "--disabled_hooks=" + DETECTORS + "ServerSideRequestForgery:" + DETECTORS + "SqlInjection",
                "--reproducer_path=" + folders.work()));
    }

    private static int run(List<String> command, Path log, Outcome.Reading reading)
            throws IOException, InterruptedException {
        Files.createDirectories(log.getParent());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // A search must not outlive the program that was to read of it.
        Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        try (BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
                Writer written = Files.newBufferedWriter(log)) {
            for (String line = printed.readLine(); line != null; line = printed.readLine()) {
                written.write(line + "\n");
                reading.line(line);
            }
            int exitCode = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            return exitCode;
        } finally {
            process.destroyForcibly();
        }
    }
}

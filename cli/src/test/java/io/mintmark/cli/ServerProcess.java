package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The real jar as a process of its own: started, asked, ended by a signal. */
final class ServerProcess implements AutoCloseable {
    private static final String READY = "Server available on: ";
    private static final long PATIENCE_SECONDS = 60;
    private static final long READY_SECONDS = 300;

    private final Process process;
    private final Path log;
    private final BufferedReader out;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Runs {@code mintmark} with {@code args}; temporary files and the log go into {@code scratch}. */
    static ServerProcess run(Path scratch, String... args) throws IOException {
        return java(scratch, ofJar(args));
    }

    /** The same in a process that may open so many files. */
    static ServerProcess runWithFiles(int files, Path scratch, String... args) throws IOException {
        return start(List.of("sh", "-c", "ulimit -n " + files + " && exec \"$@\"", "sh"), scratch, ofJar(args));
    }

    private static List<String> ofJar(String... args) {
        List<String> command = new ArrayList<>();
        command.add("-jar");
        command.add(System.getProperty("mintmark.jar", "target/mintmark.jar"));
        command.addAll(List.of(args));
        return command;
    }

    /** Runs the {@code java} of this test with {@code args}. */
    static ServerProcess java(Path scratch, List<String> args) throws IOException {
        return start(List.of(), scratch, args);
    }

    /** Runs {@code mintmark serve} by the classes of this test in a JVM with that option, on {@code scratch}'s own data. */
    static ServerProcess serve(Path scratch, String jvmOption) throws IOException {
        return java(
                scratch,
                List.of(
                        jvmOption,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.mintmark.cli.Mintmark",
                        "serve",
                        "--port",
                        "0",
                        "--data",
                        scratch.resolve("data").toString()));
    }

    private static ServerProcess start(List<String> before, Path scratch, List<String> args) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + scratch);
        command.add("-XX:+UseSerialGC");
        if (!Effort.isProof()) {
            // Over before the optimising compiler has paid for itself; the long form verifies classes, too.
            command.add("-XX:TieredStopAtLevel=1");
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
        }
        command.addAll(args);
        return start(scratch, command, Map.of());
    }

    /** Runs {@code command} in {@code scratch}, where its log goes, too. */
    static ServerProcess start(Path scratch, List<String> command, Map<String, String> environment) throws IOException {
        Path log = Files.createTempFile(scratch, "mintmark", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(log.toFile()).directory(scratch.toFile());
        builder.environment().putAll(environment);
        return new ServerProcess(builder.start(), log);
    }

    /** Waits until the server says that it is ready, and returns where; one that says nothing for too long is ended. */
    URI awaitReady() throws IOException {
        CompletableFuture<Void> patience = new CompletableFuture<Void>()
                .completeOnTimeout(null, READY_SECONDS, TimeUnit.SECONDS)
                .thenRun(process::destroyForcibly);
        String line = out.readLine();
        patience.cancel(false);
        if (line == null || !line.startsWith(READY)) {
            throw new IllegalStateException("no ready line but '" + line + "'; its log: " + log());
        }
        return URI.create(line.substring(READY.length()));
    }

    /** Ends it as a crash would: SIGKILL, no chance to finish anything. */
    void kill() throws InterruptedException {
        Process ignored = process.destroyForcibly();
        awaitExit();
    }

    /** Stops it where it stands: SIGSTOP; returns when the system says that it is stopped. */
    void pause() throws IOException, InterruptedException {
        signal("STOP");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!state().startsWith("T")) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the process must be stopped, but is " + state());
            }
        }
    }

    /** Lets it go on: SIGCONT. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        ask("kill", "-" + name, Long.toString(process.pid()));
    }

    private String state() throws IOException, InterruptedException {
        return ask("ps", "-o", "stat=", "-p", Long.toString(process.pid()));
    }

    private static String ask(String... command) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(command).redirectErrorStream(true).start();
        String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (asked.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + answer);
        }
        return answer;
    }

    /** Waits until it says that it is ready or ends without; returns whether it ended. */
    boolean endsUnready() throws IOException {
        return out.readLine() == null;
    }

    /** Asks it to end: SIGTERM. By the handle, because the process itself would close its output unread. */
    void terminate() {
        assertThat(process.toHandle().destroy()).isTrue();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process did not end within " + PATIENCE_SECONDS + " s");
        }
        return process.exitValue();
    }

    /** Waits for its end; empty if it goes on for longer. */
    Optional<Integer> awaitExit(Duration most) throws InterruptedException {
        boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
        return ended ? Optional.of(process.exitValue()) : Optional.empty();
    }

    /** Returns what it wrote to standard output after what was read already; only after its end. */
    String restOfOutput() throws IOException {
        StringBuilder rest = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            rest.append(line).append('\n');
        }
        return rest.toString();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws IOException {
        Process ignored = process.destroyForcibly();
        out.close();
    }
}

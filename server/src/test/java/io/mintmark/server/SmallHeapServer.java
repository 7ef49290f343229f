package io.mintmark.server;

import io.mintmark.support.limits.AnyHeap;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A server with default limits in a process of its own, whose heap is as small as a test wants it. */
final class SmallHeapServer implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final String answer;

    private SmallHeapServer(Process process, Path log) throws IOException {
        this.process = process;
        this.log = log;
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.answer = String.valueOf(lines.readLine());
    }

    /** Serves the directory until its input ends; says where, or why not. */
    public static void main(String[] arguments) throws IOException {
        PrintStream answer = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        ServerSettings.Builder settings =
                ServerSettings.builder(Path.of(arguments[0])).port(0);
        try (MintmarkServer server =
                arguments.length > 1 ? unlimited(settings) : MintmarkServer.start(settings.build())) {
            answer.println(server.url());
            int ignored = System.in.read();
        } catch (RuntimeException refused) {
            answer.println("refused: " + refused.getMessage());
        }
    }

    /** The broken twin: limits that know no heap. */
    private static MintmarkServer unlimited(ServerSettings.Builder settings) {
        ServerSettings built = settings.limits(AnyHeap.LIMITS).build();
        InstantSource clock = InstantSource.system();
        return MintmarkServer.start(
                built, clock, OpenedStore.inDirectory(built, clock).engine());
    }

    /** Starts it; a heap that ends, ends it, as the launcher has it. */
    static SmallHeapServer start(String heap, Path directory, String... more) throws IOException {
        Path log = Files.createTempFile(directory, "server", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapServer.class.getName(),
                directory.resolve("data").toString()));
        command.addAll(List.of(more));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        return new SmallHeapServer(process, log);
    }

    /** Returns its URL, or why it did not start. */
    String answer() {
        return answer;
    }

    /** Waits for its end; returns its exit code. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it as a power cut would. */
    void kill() throws InterruptedException {
        int ignored = process.destroyForcibly().waitFor();
    }

    /** What one client does until the server is gone; each answer counts down. */
    @FunctionalInterface
    interface Client {
        void ask(CountDownLatch answers);
    }

    /** Lets so many clients ask at once, and ends it once they had so many answers. */
    void killAfter(int answers, int clients, Client client) throws Exception {
        CountDownLatch enough = new CountDownLatch(answers);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                asking.add(threads.submit(() -> client.ask(enough)));
            }
            enough.await();
            kill();
            for (Future<?> each : asking) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                Process ignored = process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.mintmark.lab.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Processes that this one starts: how they are called, asked, waited for and ended. */
public final class Child {
    private static final Set<Process> KEPT = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Child::endKept));
    }

    private Child() {}

    /** Returns the path of a tool of the Java that runs this, such as {@code java}. */
    public static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns whether a program is on the path of this process. */
    public static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Returns the command that runs a class of this class path with flags of the JVM; it may be added to. */
    public static List<String> java(List<String> flags, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a command and returns what it says on both its outputs; fails if it does not succeed. */
    public static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            int status = await(process);
            if (status != 0) {
                throw new IOException(
                        String.join(" ", command) + " must succeed but ended with " + status + ": " + said);
            }
            return said;
        }
    }

    /** Waits for a process and returns its exit code. */
    public static int await(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw interrupted(e);
        }
    }

    /**
     * Ends a process by SIGTERM, and by SIGKILL if that takes longer than {@code seconds}; returns whether it did not.
     */
    public static boolean end(Process process, int seconds) {
        process.destroy();
        try {
            if (process.waitFor(seconds, TimeUnit.SECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Process ignored = process.destroyForcibly();
        return false;
    }

    /** Has a process killed when this one ends, however that happens, and returns it. */
    public static Process kept(Process process) {
        KEPT.removeIf(each -> !each.isAlive());
        KEPT.add(process);
        return process;
    }

    /**
     * Kills those that are kept, and their children. A postmaster that is killed leaves no backend: they notice its
     * end.
     */
    public static void endKept() {
        for (Process process : KEPT) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            Process ignored = process.destroyForcibly();
        }
    }

    /** Sends a signal by the command {@code kill}; a process that has ended takes none. */
    public static void signal(Process process, String name) throws IOException {
        int ignored = await(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start());
    }

    /** Something that may come true. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    /** Asks again and again, with pauses, until something holds or that time is over; returns whether it holds. */
    public static boolean holdsWithin(long millis, long pauseMillis, Condition condition) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!condition.holds()) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            pause(pauseMillis);
        }
        return true;
    }

    /** Sleeps; an interrupt is a failure. */
    public static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns the failure that an interrupt comes to, and keeps the interrupt. */
    public static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", e);
    }
}

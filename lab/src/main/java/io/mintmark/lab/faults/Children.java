package io.mintmark.lab.faults;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that a run started: none outlives it, however it ends. */
final class Children {
    private static final int SIGNAL_SECONDS = 10;
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::end));
    }

    private Children() {}

    static Process kept(Process process) {
        ALIVE.removeIf(each -> !each.isAlive());
        ALIVE.add(process);
        return process;
    }

    /** Kills those that are left. A postmaster that is killed leaves no backend: they notice its end. */
    static void end() {
        for (Process process : ALIVE) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            Process ignored = process.destroyForcibly();
        }
    }

    /** Sends a signal by the command {@code kill}. */
    static void signal(Process process, String name) throws IOException {
        Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        try {
            if (!sent.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("kill -" + name + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A small file system in memory, which really runs full; tests that need one are skipped where this process may not mount it. */
final class SmallDisk implements AutoCloseable {
    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    /** Mounts one at {@code directory}. */
    static SmallDisk at(Path directory) throws IOException, InterruptedException {
        boolean mounted = run(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=3m",
                "tmpfs",
                Files.createDirectories(directory).toString());
        if (!mounted) {
            System.out.println("[skipped] full disk: this process may not mount a small file system (it needs root)");
        }
        Assumptions.assumeTrue(mounted, "no small file system could be mounted");
        return new SmallDisk(directory);
    }

    /** Makes it ten times as large. */
    void grow() throws InterruptedException {
        assertThat(run("mount", "-o", "remount,size=30m", directory.toString())).isTrue();
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        boolean ignored = run("umount", directory.toString());
    }
}

package io.mintmark.jdbc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** A file system that really is full: a small one in memory, where this process may mount it. */
class SqliteFullDiskTest {

    /** Commits are appended to a log, which cannot grow. */
    @Nested
    class ALogAhead extends AFullDisk {
        @Override
        String journal() {
            return "WAL";
        }
    }

    /** The old content of a page is written to a journal, which cannot grow. */
    @Nested
    class AJournalToRollBack extends AFullDisk {
        @Override
        String journal() {
            return "DELETE";
        }
    }

    abstract static class AFullDisk extends FailedCommitBehaviour {
        @TempDir
        private Path directory;

        abstract String journal();

        @Override
        Place place() throws Exception {
            boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
            if (!mounted) {
                System.out.println("[skipped] full disk: this process may not mount a small file system (needs root)");
            }
            Assumptions.assumeTrue(mounted, "no small file system could be mounted");
            return new Place("jdbc:sqlite:" + directory.resolve("c.db?journal_mode=" + journal()), "", "");
        }

        @Override
        @AfterEach
        void disconnect() {
            super.disconnect();
            try {
                boolean ignored = run("umount", directory.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
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

        private Path rest() {
            return directory.resolve("all-the-rest");
        }

        @Override
        void refuseCommits(String table) {
            try (OutputStream out = Files.newOutputStream(rest())) {
                for (int bytes = 0; bytes <= 1 << 20; bytes += 512) {
                    out.write(new byte[512]);
                }
                throw new AssertionError("a file system of 1 MiB must become full");
            } catch (IOException e) {
                // Full.
            }
        }

        @Override
        void allowCommits(String table) {
            try {
                Files.delete(rest());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}

package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.Storage;
import io.mintmark.storage.lease.HolderSchedule;
import io.mintmark.storage.lease.HolderSchedule.Outcome;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holders of numbers of a file whose server is restarted, and killed while ranges are cut. */
class HoldersOverKillsProperties {
    private static final int QUESTIONS = 10_000;
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path directory;

    /** One server after the other; a kill leaves the files as they are at that moment. */
    private final class Server implements HolderSchedule.World {
        private final AtomicLong nanos = new AtomicLong();
        private Path data = directory.resolve("data-0");
        private TestStore store = open();
        private int kills;

        private TestStore open() {
            return TestStore.open(
                    TestStore.settings(data).with(AnswerLimits.DEFAULT, nanos::get), ConnectionOpener.DRIVER);
        }

        @Override
        public int nodes() {
            return 1;
        }

        @Override
        public Storage node(int index) {
            return store.storage;
        }

        @Override
        public void pass(long millis) {
            nanos.addAndGet(millis * MILLI);
        }

        /** It is written by a clock, and beside reservations. */
        @Override
        public boolean writeLog(int index) {
            return false;
        }

        @Override
        public void restart(int index) {
            store.close();
            store = open();
        }

        @Override
        public void kill(int index) {
            Path left = directory.resolve("data-" + ++kills);
            TestStore.crashInto(data, left);
            store.close();
            data = left;
            store = open();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Test
    void shouldAnswerNothingWrong() {
        Random random = new Random(Seed.fresh("HoldersOverKillsProperties"));
        try (Server server = new Server()) {
            Outcome outcome = new HolderSchedule(server, Storage::holderOf, random).run(QUESTIONS);

            System.out.println(
                    "[holders] SQLite, " + server.kills + " kills: " + outcome.all() + " answers, " + outcome.kinds());
            assertThat(outcome.wrong()).isEmpty();
            assertThat(outcome.of("Held")).isGreaterThan(QUESTIONS / 4);
        }
    }
}

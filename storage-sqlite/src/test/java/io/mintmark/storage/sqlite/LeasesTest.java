package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.Lease;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of reservations, and what a restart makes of it. */
class LeasesTest {
    @TempDir
    Path directory;

    @Test
    void shouldEndTheChainWhereAClientLeapt() {
        try (TestStore store = TestStore.open(directory)) {
            Lease first = store.reserve("orders");
            Lease second = store.reserve("orders", 100, 32);

            assertThat(store.giveBack("orders", 100, 132, second.serial())).isTrue();
            assertThat(store.giveBack("orders", 1, 32, first.serial())).isFalse();

            assertThat(store.reserve("orders").low()).isEqualTo(101);
        }
    }

    @Test
    void shouldTakeNoReturnWithoutTokenOfARangeOfWhichNothingWasIssued() {
        try (TestStore store = TestStore.open(directory)) {
            store.reserve("orders");

            assertThat(store.giveBack("orders", 0, 32, null)).isFalse();
            assertThat(store.giveBack("orders", 1, 32, null)).isTrue();
            assertThat(store.reserve("orders").low()).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepLeasesOverAnOrderlyRestart() {
        Lease lease;
        try (TestStore store = TestStore.open(directory)) {
            store.reserve("orders");
            lease = store.reserve("orders");
        }

        try (TestStore store = TestStore.open(directory)) {
            assertThat(store.giveBack("orders", 32, 64, lease.serial())).isTrue();
            assertThat(store.giveBack("orders", 7, 32, null)).isTrue();
            assertThat(store.reserve("orders").low()).isEqualTo(8);
        }
    }

    @Test
    void shouldForgetLeasesAfterARestartInDoubtForGood() {
        Path crashed = directory.resolve("crashed");
        Lease lease;
        try (TestStore store = TestStore.open(directory.resolve("first"))) {
            lease = store.reserve("orders");
            TestStore.crashInto(directory.resolve("first"), crashed);
        }

        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.giveBack("orders", 7, 32, lease.serial())).isFalse();
            assertThat(store.giveBack("orders", 7, 32, null)).isFalse();
        }
        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.giveBack("orders", 7, 32, null))
                    .as("an orderly restart later does not bring it back")
                    .isFalse();
            Lease next = store.reserve("orders");
            assertThat(next.low()).isEqualTo(33);
            assertThat(store.giveBack("orders", 32, 64, next.serial())).isTrue();
            assertThat(store.giveBack("orders", 7, 32, lease.serial())).isFalse();
        }
    }

    @Test
    void shouldPruneByCountButKeepTheLatestOfEveryCounter() throws Exception {
        SqliteSettings settings =
                new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(30), 1_000, InstantSource.system());
        try (TestStore store = TestStore.open(settings, ConnectionOpener.DRIVER)) {
            Lease quiet = store.reserve("quiet");

            reserveMany(store, 6_000);
            Eventually.until("all but 2,001 are pruned", () -> serials().size() <= 2_001);

            assertThat(serials()).contains(quiet.serial());
            assertThat(store.giveBack("quiet", 3, 32, quiet.serial())).isTrue();
        }
    }

    @Test
    void shouldPruneByAgeButKeepTheLatestOfEveryCounter() throws Exception {
        AtomicLong day = new AtomicLong();
        InstantSource clock = () -> Instant.EPOCH.plus(Duration.ofDays(day.get()));
        SqliteSettings settings = new SqliteSettings(directory, NodeTag.of("A"), Duration.ofDays(1), 1_000_000, clock);
        try (TestStore store = TestStore.open(settings, ConnectionOpener.DRIVER)) {
            Lease quiet = store.reserve("quiet");
            reserveMany(store, 2_100);
            assertThat(serials()).hasSize(2_101);

            day.set(2);
            Eventually.until("all but 1,001 are pruned", () -> serials().size() <= 1_001);

            assertThat(serials()).contains(quiet.serial());
        }
    }

    private static void reserveMany(TestStore store, int count) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 20; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < count / 20; i++) {
                    store.reserve("busy");
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private List<Long> serials() throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(directory));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT serial FROM lease ORDER BY serial")) {
            List<Long> serials = new ArrayList<>();
            while (rows.next()) {
                serials.add(rows.getLong(1));
            }
            return serials;
        }
    }
}

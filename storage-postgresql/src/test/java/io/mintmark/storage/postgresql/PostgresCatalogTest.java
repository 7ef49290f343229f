package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of databases and settings, as two nodes see it. */
@Timeout(120)
class PostgresCatalogTest {
    private static final byte[] RECORD = "{\"a\":1}".getBytes(UTF_8);

    private final String url = TestPostgres.fresh();

    @AutoClose
    private PostgresEngine one = TestEngine.open(url, "A", ClaimTimes.DEFAULT);

    @AutoClose
    private PostgresEngine other = TestEngine.open(url, "B", ClaimTimes.DEFAULT);

    @Test
    void shouldListDatabasesByTheKeyFormOfTheirNames() {
        DatabaseEntry shop = one.create("Shop", RECORD);
        DatabaseEntry archive = one.create("archive", RECORD);

        assertThat(other.databases(Slice.ALL)).containsExactly(archive, shop);
        assertThat(other.databases(new Slice("ARCHIVE", 0, 10))).containsExactly(shop);
        assertThat(other.databases(new Slice("", 1, 1))).containsExactly(shop);
        assertThat(other.database("sHOP")).contains(shop);
        assertThat(other.record(shop))
                .hasValueSatisfying(record -> assertThat(record).isEqualTo(RECORD));
        assertThat(other.database("none")).isEmpty();
        assertThat(other.record(new DatabaseEntry(99, "none"))).isEmpty();
    }

    @Test
    void shouldRefuseASecondDatabaseOfTheSameName() {
        DatabaseEntry shop = one.create("shop", RECORD);

        assertThatThrownBy(() -> other.create("SHOP", RECORD)).isInstanceOf(DatabaseExistsException.class);
        assertThat(one.databases(Slice.ALL)).containsExactly(shop);
    }

    @Test
    void shouldNeverUseANumberTwice() {
        long first = one.create("shop", RECORD).number();
        assertThat(other.delete("shop", Removal.ERASE)).isTrue();
        long second = one.create("shop", RECORD).number();
        assertThat(one.delete("SHOP", Removal.KEEP_FILES)).isTrue();
        long third = other.create("shop", RECORD).number();

        assertThat(second).isGreaterThan(first);
        assertThat(third).isGreaterThan(second);
        assertThat(one.delete("none", Removal.ERASE)).isFalse();
        assertThat(TestEngine.ask(url, "SELECT number FROM removed WHERE NOT erase"))
                .isEqualTo("" + second);
    }

    @Test
    void shouldEraseWhatIndexesKept() {
        DatabaseEntry shop = one.create("shop", RECORD);
        DatabaseEntry other = one.create("other", RECORD);
        for (DatabaseEntry each : List.of(shop, other)) {
            TestEngine.run(
                    url,
                    "INSERT INTO index_list VALUES (" + each.number() + ", 1, '');"
                            + "INSERT INTO index_progress VALUES (" + each.number() + ", 1, 0, '{}', '{}', FALSE, 0);"
                            + "INSERT INTO index_error VALUES (" + each.number() + ", 1, 1, 0, 'Map', 'a', 'b', 0);"
                            + "INSERT INTO index_row SELECT " + each.number()
                            + ", n % 3, n % 4, n::text, '' FROM generate_series(1, 5000) n");
        }

        one.delete("shop", Removal.ERASE);

        Eventually.until(
                () -> TestEngine.ask(url, "SELECT count(*) FROM removed").equals("0"));
        for (String table : List.of("index_list", "index_progress", "index_error", "index_row")) {
            assertThat(TestEngine.ask(url, "SELECT count(*) FROM " + table + " WHERE database = " + shop.number()))
                    .as(table)
                    .isEqualTo("0");
        }
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM index_row")).isEqualTo("5000");
    }

    @Test
    void shouldNumberSettingsInOneOrder() {
        Setting first = one.putSetting("x", RECORD);
        Setting second = other.putSetting("y", RECORD);
        Setting third = one.putSetting("x", new byte[] {'{', '}'});

        assertThat(second.etag()).isGreaterThan(first.etag());
        assertThat(third.etag()).isGreaterThan(second.etag());
        assertThat(other.setting("x")).contains(third);
        assertThat(other.setting("none")).isEmpty();
    }

    @Test
    void shouldSeeWhatAnotherNodeChangedWithinTwoHeartbeats() {
        long before = other.foreignChanges();
        one.create("shop", RECORD);
        TestEngine.awaitBeats(url, "B");
        long created = other.foreignChanges();
        assertThat(created).isNotEqualTo(before);

        one.delete("shop", Removal.ERASE);
        TestEngine.awaitBeats(url, "B");
        assertThat(other.foreignChanges()).isNotEqualTo(created);
    }

    @Test
    void shouldNotTakeItsOwnChangesForThoseOfOthers() throws InterruptedException {
        long before = one.foreignChanges();
        for (int i = 0; i < 20; i++) {
            one.create("db" + i, RECORD);
        }
        TestEngine.awaitBeats(url, "A");

        assertThat(one.foreignChanges() - before)
                .as("a heartbeat may come between a commit and its note, and then costs a look")
                .isLessThanOrEqualTo(1);
    }

    @Test
    void shouldRememberTheEndsOfDeletedDatabases() {
        long number = one.create("shop", RECORD).number();
        TestEngine.run(
                url,
                "INSERT INTO counter SELECT " + number
                        + ", 'raven/hilo/t' || n, n, n, 0, NULL, NULL, NULL, true, 'x', 0,"
                        + " 'A', n, 0, '', '' FROM generate_series(1, 10050) n");
        other.delete("shop", Removal.ERASE);

        assertThat(TestEngine.ask(url, "SELECT count(*) FROM former_counter WHERE name = 'shop'"))
                .isEqualTo("10000");
        assertThat(TestEngine.ask(url, "SELECT highest_end FROM former_name WHERE name = 'shop'"))
                .as("the highest of those that are not listed")
                .isEqualTo("50");
        assertThat(TestEngine.ask(url, "SELECT highest_end FROM former_counter WHERE counter = 'raven/hilo/t10050'"))
                .isEqualTo("10050");
    }

    @Test
    void shouldEraseTheRowsOfADeletedDatabaseAndNoOthers() {
        long gone = one.create("gone", RECORD).number();
        long stays = one.create("stays", RECORD).number();
        for (long number : new long[] {gone, stays}) {
            fill(number, 5_000);
        }
        one.delete("gone", Removal.ERASE);

        Eventually.until(
                () -> TestEngine.ask(url, "SELECT count(*) FROM removed").equals("0"));
        for (String table : new String[] {"document", "lease", "identity", "identity_request", "collection"}) {
            assertThat(TestEngine.ask(url, "SELECT count(*) FROM " + table + " WHERE database = " + gone))
                    .as(table)
                    .isEqualTo("0");
            assertThat(TestEngine.ask(url, "SELECT count(*) FROM " + table + " WHERE database = " + stays))
                    .as(table)
                    .isEqualTo("5000");
        }
    }

    @Test
    void shouldFinishAtTheNextStartWhatAStopCutOff() {
        long gone = one.create("gone", RECORD).number();
        fill(gone, 5_000);
        one.close();
        TestEngine.run(url, "DELETE FROM database WHERE number = " + gone);
        TestEngine.run(url, "INSERT INTO removed VALUES (" + gone + ", 'gone', true)");
        one = TestEngine.open(url, "C", ClaimTimes.DEFAULT);

        Eventually.until(
                () -> TestEngine.ask(url, "SELECT count(*) FROM removed").equals("0"));
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM document")).isEqualTo("0");
    }

    private void fill(long number, int rows) {
        String from = " FROM generate_series(1, " + rows + ") n";
        TestEngine.run(
                url, "INSERT INTO document SELECT " + number + ", 'k' || n, 'K' || n, 0, 'A', n, 0, '', ''" + from);
        TestEngine.run(url, "INSERT INTO lease SELECT " + number + ", n, 'c', 1, 2, NULL, 'A', NULL, 0, NULL" + from);
        TestEngine.run(url, "INSERT INTO identity SELECT " + number + ", 'k' || n, n" + from);
        TestEngine.run(url, "INSERT INTO identity_request SELECT " + number + ", 'k' || n, n, 0" + from);
        TestEngine.run(url, "INSERT INTO collection SELECT " + number + ", n, 'k' || n, 'K'" + from);
    }

    @Test
    void shouldFenceGroupsOfADatabaseThatIsDeleted() {
        long number = one.create("shop", RECORD).number();
        TestEngine.run(url, "INSERT INTO node_state VALUES (" + number + ", 'A', 1, 0, 0, 0, 0, 0, false)");
        other.delete("shop", Removal.KEEP_FILES);

        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node_state")).isEqualTo("0");
    }

    /** The node finds the database on the list, takes its row there, and the deletion is committed only then. */
    @Test
    void shouldNotOpenADatabaseWhoseDeletionIsUnderWay() throws Exception {
        DatabaseEntry entry = one.create("shop", RECORD);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection deleting = DriverManager.getConnection(url + "&currentSchema=mintmark");
                Statement statement = deleting.createStatement()) {
            deleting.setAutoCommit(false);
            statement.execute("DELETE FROM database WHERE number = " + entry.number());
            statement.execute("DELETE FROM node_state WHERE database = " + entry.number());
            Future<Storage> opening = thread.submit(() -> one.open(entry));
            Eventually.until(
                    () -> TestEngine.ask(url, "SELECT count(*) FROM node_state").equals("2"));
            // It waits for the deletion.
            Eventually.stays(Duration.ofMillis(200), () -> !opening.isDone());
            deleting.commit();

            assertThatThrownBy(opening::get).hasMessageContaining("The database shop was deleted");
        } finally {
            thread.shutdown();
        }
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node_state")).isEqualTo("0");
    }

    /** What this node had open of it writes nothing more, although it has not heard of the deletion. */
    @Test
    void shouldCommitNothingInADatabaseThatAnotherNodeDeleted() {
        DatabaseEntry entry = one.create("shop", RECORD);
        try (Storage open = one.open(entry)) {
            open.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
            other.delete("shop", Removal.ERASE);

            assertThatThrownBy(() -> open.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test")))
                    .isInstanceOf(StorageFailedException.class);
        }
        assertThat(TestEngine.ask(url, "SELECT highest_end FROM former_counter WHERE counter = 'raven/hilo/orders'"))
                .isEqualTo("32");
        assertThat(TestEngine.ask(url, "SELECT count(*) FROM node_state")).isEqualTo("0");
    }

    @Test
    void shouldDrawEtagsAboveThoseOfOtherNodes() throws InterruptedException {
        DatabaseEntry entry = one.create("shop", RECORD);
        try (Storage here = one.open(entry);
                Storage there = other.open(entry)) {
            for (int i = 0; i < 50; i++) {
                here.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, "test"));
            }
            long etag = here.reads().lastEtag();
            TestEngine.awaitBeats(url, "B");
            there.write(new RangeRequest(CounterName.ofTag("bills"), 0, 32, "test"));

            assertThat(there.reads().lastEtag())
                    .as("the first write after two heartbeats")
                    .isGreaterThan(etag);
        }
    }

    @Test
    void shouldTellItsSize() {
        assertThat(one.sizeBytes()).isPositive();
    }
}

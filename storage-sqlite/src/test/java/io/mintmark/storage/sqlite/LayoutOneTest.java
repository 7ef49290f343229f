package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.Cause;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.directory.CatalogFile;
import io.mintmark.storage.sqlite.directory.CatalogRows;
import io.mintmark.storage.sqlite.directory.SqliteCatalog;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.write.FileSoundness;
import io.mintmark.storage.sqlite.write.GroupAdvance;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of the first layout that a crash left, with its log: it opens, keeps everything, and has checksums then. */
class LayoutOneTest {
    /** What the first layout's server wrote; each is one commit. */
    private static final List<String> WRITTEN = List.of(
            "UPDATE state SET clean = 0",
            "INSERT INTO collection VALUES (1, '@hilo', '@hilo', 2)",
            "INSERT INTO collection VALUES (2, 'things', 'Things', 1)",
            "INSERT INTO document VALUES (1, 'doc/1', 'doc/1', 2, 'A', 5, x'7b7d', x'7b2261223a317d')",
            counter(1, "orders", 96, "3, 65, 96"),
            counter(2, "users", 32, "NULL, NULL, NULL"),
            "INSERT INTO lease VALUES (1, 1, 1, 32, NULL, 'A', 'test', 5, NULL)",
            "INSERT INTO lease VALUES (2, 2, 1, 3000000, NULL, 'A', 'test', 5, 32)",
            "INSERT INTO lease VALUES (3, 1, 65, 96, NULL, 'A', 'test', 5, NULL)",
            "INSERT INTO identity VALUES ('users|', 41)",
            "INSERT INTO identity_request VALUES (1, 'users|' || char(10) || 'r1', 40)",
            "UPDATE state SET etag = 9, lease_serial = 3",
            "UPDATE identity SET value = 42");

    @TempDir
    Path directory;

    private Path crashed;

    private static String counter(int number, String tag, long max, String latest) {
        return "INSERT INTO counter VALUES (%d, 'raven/hilo/%s', %d, 0, %s, 1, 'Raven/Hilo/%2$s', %d, 1, 'A', 5, x'7b7d', x'7b7d')"
                .formatted(number, tag, max, latest, number + 1);
    }

    @BeforeEach
    void crash() throws SQLException, IOException {
        Path data = directory.resolve("data");
        LayoutOne.make(data);
        crashed = directory.resolve("crashed");
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(data))) {
            Pragmas.prepareWriter(connection);
            for (String sql : WRITTEN) {
                assertThat(Statements.execute(connection, sql)).isEqualTo(1);
            }
            TestStore.crashInto(data, crashed);
        }
        assertThat(Flips.commits(TestStore.file(crashed))).isGreaterThanOrEqualTo(WRITTEN.size());
    }

    private static void assertEverythingIsThere(TestStore store, long raisedBy) {
        assertThat(store.body("doc/1")).isEqualTo("{\"a\":1}");
        assertThat(store.giveBack("orders", 70, 96, 3L))
                .as("a lease from before the crash")
                .isFalse();
        assertThat(store.reserve("orders").low()).isEqualTo(97 + raisedBy);
        assertThat(store.reserve("users").low()).isEqualTo(33 + raisedBy);
        assertThat(store.storage.write(new IdentityRequest("users", "r1")))
                .as("the answer of the first time")
                .isEqualTo(40);
        assertThat(store.nextIdentity("users")).isEqualTo(43 + raisedBy);
        assertThat(store.storage.databaseId()).isEqualTo("AAAAAAAAAAAAAAAAAAAAAA");
    }

    @Test
    void shouldKeepEverything() {
        try (TestStore store = TestStore.open(crashed)) {
            assertEverythingIsThere(store, 0);
        }
        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.reserve("orders").low()).isEqualTo(129);
        }
    }

    @Test
    void shouldSayOfNumbersFromBeforeOnlyWhatIsOnRecord() {
        CounterName orders = CounterName.ofTag("orders");
        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.storage.holderOf(orders, 1)).isInstanceOf(NumberAnswer.Held.class);
            assertThat(store.storage.holderOf(orders, 33))
                    .as("its lease was pruned, and nobody noted that")
                    .isInstanceOfSatisfying(
                            NumberAnswer.Forgotten.class,
                            forgotten -> assertThat(forgotten.cause()).isEqualTo(Cause.BEFORE_THE_RECORD));
            assertThat(store.storage.holderOf(orders, 97)).isEqualTo(new NumberAnswer.NotReserved(96));
        }
    }

    @Test
    void shouldHaveChecksumsAndBoundsFromThenOn() throws SQLException {
        TestStore.open(crashed).close();

        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(crashed))) {
            assertThat(Schema.version(connection)).isEqualTo(7);
            FileSoundness.require(connection, StateRow.read(connection));
            assertThat(Statements.one(connection, "SELECT highest_end FROM counter WHERE number = 1"))
                    .as("no range is longer")
                    .isEqualTo(96 + 1_048_576);
            assertThat(Statements.one(connection, "SELECT highest_end FROM counter WHERE number = 2"))
                    .as("what is known of its leases")
                    .isEqualTo(3_000_000);
            int ignored = Statements.execute(connection, "UPDATE counter SET max = max - 32 WHERE number = 1");
        }
        assertThatThrownBy(() -> TestStore.open(crashed))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("does not match its checksum");
    }

    @Test
    void shouldTellTheCatalogWhoItIs() throws SQLException {
        TestStore.open(crashed).close();

        try (SqliteCatalog catalog = CatalogFile.open(crashed, ConnectionOpener.DRIVER, "test", false)) {
            CatalogRows.Entry entry = catalog.row(1).orElseThrow();
            assertThat(entry.databaseId()).isEqualTo("AAAAAAAAAAAAAAAAAAAAAA");
            assertThat(entry.incarnation()).isEqualTo(1);
            assertThat(entry.made()).isTrue();
        }
    }

    @Test
    void shouldRaiseWhereTheLastCommitOfTheOldLogIsInDoubt() throws IOException {
        Flips.flipInCommit(TestStore.file(crashed), 1, 4_000);

        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.reserve("orders").low()).isEqualTo(97 + GroupAdvance.MAX);
            assertThat(store.nextIdentity("users")).isGreaterThan(42).isEqualTo(42 + GroupAdvance.MAX);
        }
    }

    @Test
    void shouldRefuseADamagedOldLog() throws IOException {
        Flips.flipInCommit(TestStore.file(crashed), 5, 4_000);

        assertThatThrownBy(() -> TestStore.open(crashed))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The log of the database shop is damaged");
    }

    @Test
    void shouldKeepEverythingWhereverACrashCutsTheUpgradeOff() throws IOException {
        List<Path> copies = new ArrayList<>();
        Faults.Hook crash = sql -> {
            Path copy = directory.resolve("upgrade-" + copies.size());
            TestStore.crashInto(crashed, copy);
            copies.add(copy);
        };
        ConnectionOpener catalog = Faults.catalogOpener(crash);
        ConnectionOpener databases = Faults.opener(crash);
        TestStore.open(crashed, url -> url.contains("catalog") ? catalog.open(url) : databases.open(url))
                .close();

        int apart = Effort.of("crashes of an upgrade, of which the last one is opened", 4, 1, 1);
        int first = new SplittableRandom(Seed.fresh("the first crash that is opened")).nextInt(apart);
        for (int index = first; index < copies.size(); index += apart) {
            try (TestStore store = TestStore.open(copies.get(index))) {
                assertEverythingIsThere(store, 0);
            }
        }
        assertThat(copies).hasSizeGreaterThan(50);
    }
}

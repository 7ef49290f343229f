package io.mintmark.storage.sqlite.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.Reservation;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.evaluation.FormerLives;
import io.mintmark.storage.sql.SqlFormerLives;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Sql;
import io.mintmark.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a catalog remembers of deleted databases is bounded, and never lower than what was. */
class FormerLivesTest {
    @TempDir
    Path directory;

    @AutoClose
    private Connection connection;

    private FormerLives lives;

    @BeforeEach
    void open() throws SQLException {
        connection = ConnectionOpener.DRIVER.open("jdbc:sqlite::memory:");
        CatalogLayout.SCHEMA.bringUpToDate(connection);
        lives = new SqlFormerLives(connection, "max");
    }

    /** Counters {@code c0 ...}, the i-th at {@code from + i}. */
    private static FormerEnds ends(int counters, long from, long others) {
        Map<String, Long> listed = new HashMap<>();
        for (int i = 0; i < counters; i++) {
            listed.put("c" + i, from + i);
        }
        return new FormerEnds(listed, others);
    }

    private void remember(String name, FormerEnds ends) throws SQLException {
        Sql.inTransaction(connection, () -> lives.remember(name, ends));
    }

    private long counters() throws SQLException {
        return Statements.one(connection, "SELECT count(*) FROM former_counter");
    }

    @Test
    void shouldKnowNothingOfANameThatNobodyHad() throws SQLException {
        remember("shop", ends(3, 10, 0));

        assertThat(lives.knows("other")).isFalse();
        assertThat(lives.highestEnd("other", "c0")).isZero();
        assertThat(lives.highestEnd("shop", "c2")).isEqualTo(12);
        assertThat(lives.highestEnd("shop", "never there")).isZero();
    }

    @Test
    void shouldKeepTheHighestOfAllLivesOfAName() throws SQLException {
        remember("shop", ends(3, 100, 0));
        remember("shop", ends(2, 10, 0));

        assertThat(lives.highestEnd("shop", "c0")).isEqualTo(100);
        assertThat(lives.highestEnd("shop", "c2")).isEqualTo(102);
    }

    /** The unread one may have moved the counters on that an earlier life has listed. */
    @Test
    void shouldTakeEveryCounterForExhaustedAfterALifeThatCannotBeRead() throws SQLException {
        remember("shop", ends(3, 100, 0));
        remember("shop", FormerEnds.UNKNOWN);

        assertThat(lives.highestEnd("shop", "c0")).isEqualTo(Reservation.CEILING_JS_SAFE);
        assertThat(lives.highestEnd("shop", "unheard of")).isEqualTo(Reservation.CEILING_JS_SAFE);
        assertThat(lives.highestEnd("other", "c0")).isZero();
    }

    @Test
    void shouldFoldTheLowestCountersOfANameBeyondItsBound() throws SQLException {
        remember("shop", ends(FormerEnds.LISTED_MAX, 1_000, 999));
        Map<String, Long> more = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            more.put("new" + i, 5_000_000L + i);
        }
        remember("shop", new FormerEnds(more, 0));

        assertThat(counters()).isEqualTo(FormerEnds.LISTED_MAX);
        assertThat(lives.highestEnd("shop", "new7")).isEqualTo(5_000_007);
        assertThat(lives.highestEnd("shop", "c9999")).isEqualTo(10_999);
        assertThat(lives.highestEnd("shop", "c0")).as("folded").isEqualTo(1_499);
        assertThat(lives.highestEnd("shop", "unheard of")).isEqualTo(1_499);
    }

    @Test
    void shouldFoldTheNamesDeletedLongestAgoBeyondAllCounters() throws SQLException {
        int names = FormerLives.COUNTERS_MAX / FormerEnds.LISTED_MAX;
        for (int i = 0; i <= names; i++) {
            remember("name" + i, ends(FormerEnds.LISTED_MAX, 1_000, 0));
        }

        assertThat(counters()).isEqualTo(FormerLives.COUNTERS_MAX);
        assertThat(lives.highestEnd("name0", "c0")).as("folded").isEqualTo(10_999);
        assertThat(lives.highestEnd("name1", "c0")).as("listed").isEqualTo(1_000);
    }

    @Test
    void shouldFoldWholeNamesBeyondTheirBound() throws SQLException {
        SqlFormerLives rows = new SqlFormerLives(connection, "max");
        Sql.inTransaction(connection, () -> {
            // As remember would below its bounds, but it counts all rows each time.
            for (int i = 0; i < FormerLives.NAMES_MAX - 20; i++) {
                rows.putCounters("name" + i, ends(1, i + 1, 0).listed());
                rows.putName("name" + i, 0);
            }
            for (int i = FormerLives.NAMES_MAX - 20; i < FormerLives.NAMES_MAX + 20; i++) {
                lives.remember("name" + i, ends(1, i + 1, 0));
            }
        });

        assertThat(Statements.one(connection, "SELECT count(*) FROM former_name"))
                .isEqualTo(FormerLives.NAMES_MAX);
        assertThat(lives.highestEnd("name5", "c0")).as("forgotten").isGreaterThanOrEqualTo(6);
        assertThat(lives.highestEnd("name" + FormerLives.NAMES_MAX, "c0")).isEqualTo(FormerLives.NAMES_MAX + 1);
        assertThat(lives.highestEnd("unheard of", "c0"))
                .isGreaterThanOrEqualTo(20)
                .isLessThan(100);
        remember("name3", ends(1, 2, 0));
        assertThat(lives.highestEnd("name3", "c0")).as("what is folded stays").isGreaterThanOrEqualTo(20);
    }

    /** Held against a memory without bounds, with lives that list what a file would: the highest, and one number. */
    @Test
    void shouldNeverBeLowerThanWhatWas() throws SQLException {
        SplittableRandom random = new SplittableRandom(Seed.fresh("lives of a name"));
        Map<String, Long> truth = new HashMap<>();
        Sql.inTransaction(connection, () -> {
            for (int life = 0; life < 300; life++) {
                String name = "name" + random.nextInt(3);
                Map<String, Long> listed = new HashMap<>();
                long others = random.nextInt(4) == 0 ? random.nextInt(1_000) : 0;
                for (int counter = 0; counter < 8; counter++) {
                    long end = random.nextInt(1_000);
                    if (end > others) {
                        listed.put("c" + counter, end);
                    }
                    truth.merge(name + " c" + counter, end > others ? end : Math.min(end, others), Math::max);
                }
                lives.remember(name, new FormerEnds(listed, others));
                for (Map.Entry<String, Long> was : truth.entrySet()) {
                    String[] key = was.getKey().split(" ", -1);
                    assertThat(lives.highestEnd(key[0], key[1]))
                            .as(was.getKey())
                            .isGreaterThanOrEqualTo(was.getValue());
                }
            }
        });
    }

    @Test
    void shouldTakeNoReturnOfADatabaseThatCouldNotBeReadWhenItWasDeleted() throws Exception {
        try (TestStore store = TestStore.open(directory)) {
            store.reserve("orders", 0, 32);
        }
        Files.writeString(TestStore.file(directory), "no database", StandardCharsets.US_ASCII);
        try (SqliteEngine engine = SqliteEngine.open(TestStore.settings(directory))) {
            assertThat(engine.delete(TestStore.NAME, Removal.ERASE)).isTrue();
        }

        try (TestStore store = TestStore.open(directory)) {
            long end = store.reserve("orders", 0, 32).high();
            assertThat(store.giveBack("orders", 5, end, null))
                    .as("without a token")
                    .isFalse();
            assertThat(store.reserve("orders").low()).isEqualTo(end + 1);
        }
    }
}

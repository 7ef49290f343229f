package io.mintmark.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.jdbc.schema.HighestIds.KeyIds;
import io.mintmark.jdbc.schema.SchemaView.KeyColumn;
import io.mintmark.testkit.Effort;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters that keep ahead of their tables are never called behind, however fast the tables grow during a look. */
class LookUnderWritersTest {
    private DoctoredPostgres database;

    @BeforeEach
    void create() {
        database = new DoctoredPostgres();
        database.execute(
                "CREATE TABLE by_serial (id SERIAL PRIMARY KEY, n INT)",
                "CREATE TABLE by_pooled (id BIGINT PRIMARY KEY)",
                "CREATE SEQUENCE by_pooled_seq INCREMENT BY 50");
    }

    @AfterEach
    void drop() {
        database.close();
    }

    @Test
    void shouldCallNoCounterBehindWhoseTableGrows() {
        SchemaDoctor doctor = database.doctor()
                .mapped(List.of(MappedTable.of(
                        "by_pooled", Preset.HIBERNATE_POOLED.counter(50).sequence("by_pooled_seq"))));
        try (Writers writers = new Writers(database.source())) {
            for (int program = 0; program < 3; program++) {
                writers.start(Writers.byDefault("by_serial"));
                writers.start(Writers.bySequence("by_pooled", "by_pooled_seq", BlockRule.high(50)));
            }
            writers.awaitBefore(1);

            int looks = Effort.of("looks beside writers", 20, 500);
            for (int look = 0; look < looks; look++) {
                assertThat(doctor.examine().findings()).isEmpty();
            }
            writers.awaitBefore(1);
            assertThat(writers.twiceBefore).hasValue(0);
        }
    }

    /** The order is what keeps it from that, and the other one is the twin: ids that were inserted in between. */
    @Test
    void shouldCatchALookThatReadsTheCounterFirst() throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            Dialect dialect = DialectChooser.choose(connection, Optional.empty());
            PostgresCatalog catalog = new PostgresCatalog(dialect);
            SchemaView view = catalog.read(connection, Set.of());
            Feed serial = serial(view);

            KeyIds before = new HighestIds(connection, dialect).of(serial.key());
            CounterCase early = look(connection, dialect, catalog, view, serial);
            database.execute("INSERT INTO by_serial (n) VALUES (1), (2)");
            CounterCase late = look(connection, dialect, catalog, view, serial);
            KeyIds after = new HighestIds(connection, dialect).of(serial.key());

            assertThat(behind(serial.key(), before, late)).isEmpty();
            assertThat(behind(serial.key(), after, late)).isEmpty();
            assertThat(behind(serial.key(), after, early)).hasSize(1);
        }
    }

    private static Feed serial(SchemaView view) {
        return new FeedFinder(view, List.of(), List.of(), "public")
                .run().feeds().stream()
                        .filter(feed -> feed.source() == Feed.Source.DEFAULT)
                        .findFirst()
                        .orElseThrow();
    }

    private static CounterCase look(
            Connection connection, Dialect dialect, SchemaCatalog catalog, SchemaView view, Feed feed)
            throws SQLException {
        return new CounterLook(connection, dialect, catalog, view)
                .at(List.of(feed))
                .get(0);
    }

    private static List<Feed> behind(KeyColumn key, KeyIds ids, CounterCase patient) throws SQLException {
        return new PlaceJudge(Map.of(key, ids), new Adjoining(), SchemaDoctor.FAR_BLOCKS)
                .judge(patient)
                .behind();
    }

    /** A look that failed shows no gap, and no way to raise without a doubt. */
    @Test
    void shouldSayWhereNobodySawWhetherARowStandsAlone() throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            Dialect dialect = DialectChooser.choose(connection, Optional.empty());
            PostgresCatalog catalog = new PostgresCatalog(dialect);
            SchemaView view = catalog.read(connection, Set.of());
            Feed serial = serial(view);
            CounterCase early = look(connection, dialect, catalog, view, serial);
            database.execute("INSERT INTO by_serial VALUES (1000000, 1)");
            KeyIds after = new HighestIds(connection, dialect).of(serial.key());

            PlaceJudge judged =
                    new PlaceJudge(Map.of(serial.key(), after), new Failing(), SchemaDoctor.FAR_BLOCKS).judge(early);

            assertThat(judged.isLone(serial)).isTrue();
            assertThat(judged.findings())
                    .singleElement()
                    .asString()
                    .contains("was not seen whether it stands alone: too slow", "no repair is offered")
                    .doesNotContain("without an id before it");
        }
    }

    /** Nobody can look. */
    private static final class Failing implements PlaceJudge.Neighbours {
        @Override
        public OptionalLong atOrAbove(KeyColumn key, long number) throws SQLException {
            throw new SQLException("too slow", "57014");
        }

        @Override
        public OptionalLong below(KeyColumn key, long number) throws SQLException {
            throw new SQLException("too slow", "57014");
        }
    }

    /** Ids without a gap. */
    private static final class Adjoining implements PlaceJudge.Neighbours {
        @Override
        public OptionalLong atOrAbove(KeyColumn key, long number) {
            return OptionalLong.of(number);
        }

        @Override
        public OptionalLong below(KeyColumn key, long number) {
            return OptionalLong.of(number - 1);
        }
    }
}

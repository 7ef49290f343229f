package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.HistoryChecker;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters whose places look alike, and those that Hibernate keeps elsewhere than the mapping says. */
final class TakeoverPlacesTest {
    /** Something with an id of a long. */
    abstract static class Numbered {
        abstract long number();
    }

    /** Draws from a sequence whose name is in quotes. */
    @Entity(name = "Ticket")
    static class Ticket extends Numbered {
        @Id
        @GeneratedValue(generator = "tickets")
        @SequenceGenerator(name = "tickets", sequenceName = "`Numbers`", allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Draws from another sequence, of the same name without quotes. */
    @Entity(name = "Seat")
    static class Seat extends Numbered {
        @Id
        @GeneratedValue(generator = "seats")
        @SequenceGenerator(name = "seats", sequenceName = "numbers", allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Draws from one column of a row. */
    @Entity(name = "Coming")
    static class Coming extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "comings")
        @TableGenerator(
                name = "comings",
                table = "counts",
                pkColumnName = "label",
                pkColumnValue = "today",
                valueColumnName = "ins",
                allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Draws from another column of the same row. */
    @Entity(name = "Going")
    static class Going extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "goings")
        @TableGenerator(
                name = "goings",
                table = "counts",
                pkColumnName = "label",
                pkColumnValue = "today",
                valueColumnName = "outs",
                allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Counts downwards, as the row shows nowhere. */
    @Entity(name = "Sinking")
    static class Sinking extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "sinkings")
        @TableGenerator(name = "sinkings", table = "depths", initialValue = 1_000, allocationSize = -1)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepSequencesApartWhoseNamesDifferInCaseAlone(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE SEQUENCE \"Numbers\" START WITH 1 INCREMENT BY 10",
                "CREATE SEQUENCE numbers START WITH 1 INCREMENT BY 10");

        assertNoIdIsRepeated(database, Map.of(), Ticket::new, Seat::new);
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepColumnsOfOneRowApart(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE TABLE counts (label VARCHAR(255) PRIMARY KEY, ins BIGINT, outs BIGINT)",
                "INSERT INTO counts VALUES ('today', 0, 0)");

        assertNoIdIsRepeated(database, Map.of(), Coming::new, Going::new);
    }

    @Test
    void shouldLeaveATableThatCountsDownwardsAlone() {
        try (SessionFactory unit = start(Map.of(MintmarkSettings.TAKEOVER, "all"), Units.newH2(), Sinking.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left().get("Sinking.id")).contains("downwards");
        }
    }

    /** Inserts in turns by a unit that takes everything over, and by one that does not. */
    @SafeVarargs
    private static void assertNoIdIsRepeated(
            String database, Map<String, Object> settings, Supplier<? extends Numbered>... makers) {
        Map<String, Object> taking = new HashMap<>(settings);
        taking.put(MintmarkSettings.TAKEOVER, "all");
        Class<?>[] entities = new Class<?>[makers.length];
        for (int i = 0; i < makers.length; i++) {
            entities[i] = makers[i].get().getClass();
        }
        HistoryChecker history = new HistoryChecker();
        try (SessionFactory plain = start(settings, database, entities);
                SessionFactory taken = start(taking, database, entities)) {
            assertThat(TakeoverReport.of(taken).taken()).hasSize(makers.length);
            for (int turn = 0; turn < 20; turn++) {
                SessionFactory unit = turn % 2 == 0 ? taken : plain;
                for (Supplier<? extends Numbered> maker : makers) {
                    for (int i = 0; i < 15; i++) {
                        Numbered made = maker.get();
                        unit.inTransaction(session -> session.persist(made));
                        history.issued(made.getClass().getSimpleName(), made.number());
                    }
                }
            }
        }
        assertThat(history.duplicateCount()).isZero();
    }

    private static SessionFactory start(Map<String, Object> settings, String database, Class<?>... entities) {
        return Units.start(database, settings, entities);
    }
}

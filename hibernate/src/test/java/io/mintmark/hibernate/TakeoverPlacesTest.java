package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.testkit.HistoryChecker;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.MariaDBDialect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters whose places look alike, and those that Hibernate keeps elsewhere than the mapping says. */
final class TakeoverPlacesTest {
    private static final Map<String, Object> RENAMING =
            Map.of(AvailableSettings.PHYSICAL_NAMING_STRATEGY, CamelCaseToUnderscoresNamingStrategy.class.getName());

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

    /** Has a table of counters that a naming strategy calls otherwise. */
    @Entity(name = "Basket")
    static class Basket extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "baskets")
        @TableGenerator(name = "baskets", table = "BasketNumbers", allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Has its table in quotes, and its column not. */
    @Entity(name = "Coin")
    @Table(name = "`Vault`")
    static class Coin extends Numbered {
        @Id
        @Column(name = "CoinId")
        @GeneratedValue(generator = "coins")
        @SequenceGenerator(name = "coins", sequenceName = "coins", allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Has its table of counters in quotes, and the columns not. */
    @Entity(name = "Purse")
    static class Purse extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "purses")
        @TableGenerator(
                name = "purses",
                table = "`Purses`",
                pkColumnName = "RowName",
                valueColumnName = "NextVal",
                allocationSize = 10)
        @Nullable Long id;

        @Override
        long number() {
            return id == null ? 0 : id;
        }
    }

    /** Names a schema, which Hibernate passes over where databases have catalogs instead. */
    @Entity(name = "Relic")
    @Table(name = "relic", schema = "archive")
    static class Relic extends Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "relics")
        @TableGenerator(name = "relics", table = "tallies", schema = "archive", allocationSize = 10)
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

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldTakeATableOverThatANamingStrategyCallsOtherwise(Databases kind) {
        assertNoIdIsRepeated(kind.create(), RENAMING, Basket::new);
    }

    /** A table of the name in the mapping may be anybody's. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldNeverCountInATableThatHibernateDoesNotCountIn(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE TABLE BasketNumbers (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)",
                "INSERT INTO BasketNumbers VALUES ('baskets', 0)");

        assertNoIdIsRepeated(database, RENAMING, Basket::new);
    }

    @Test
    void shouldPassASchemaOverWhereHibernateDoes() {
        String database = Units.newH2();
        String columns = "(sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)";
        Databases.execute(
                database,
                "CREATE SCHEMA archive",
                "CREATE TABLE tallies " + columns,
                "CREATE TABLE archive.tallies " + columns,
                "CREATE TABLE relic (id BIGINT PRIMARY KEY)",
                "CREATE TABLE archive.relic (id BIGINT PRIMARY KEY)",
                "INSERT INTO archive.relic VALUES (500)");
        Map<String, Object> ofCatalogs = Map.of(
                AvailableSettings.DIALECT, MariaDBDialect.class.getName(), AvailableSettings.HBM2DDL_AUTO, "none");

        assertNoIdIsRepeated(database, ofCatalogs, Relic::new);
    }

    /** The names of a table and of its column may be in quotes by themselves. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldFindIdsWhereOnlyOneNameIsInQuotes(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE TABLE \"Vault\" (coinid BIGINT PRIMARY KEY)",
                "INSERT INTO \"Vault\" VALUES (500)",
                "CREATE SEQUENCE coins START WITH 1001 INCREMENT BY 10");

        assertNoIdIsRepeated(database, Map.of(), Coin::new);
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldFindARowWhereOnlyItsTableIsInQuotes(Databases kind) {
        assertNoIdIsRepeated(kind.create(), Map.of(), Purse::new);
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldFindARowWhereAllNamesAreInQuotes(Databases kind) {
        Map<String, Object> quoting = Map.of(AvailableSettings.GLOBALLY_QUOTED_IDENTIFIERS, "true");

        assertNoIdIsRepeated(kind.create(), quoting, Purse::new, Seat::new);
    }

    @Test
    void shouldLeaveATableThatCountsDownwardsAlone() {
        try (SessionFactory unit = start(Map.of(MintmarkSettings.TAKEOVER, "all"), Units.newH2(), Sinking.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left().get("Sinking.id")).contains("downwards");
        }
    }

    /** Hibernate's statements would fail; the other sequence counts for somebody else, and the right one may come. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldNotTakeAnotherSequenceForOneWhoseNameIsInQuotes(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE TABLE ticket (id BIGINT PRIMARY KEY)",
                "CREATE SEQUENCE numbers START WITH 1 INCREMENT BY 10");
        Map<String, Object> settings = Map.of(
                MintmarkSettings.TAKEOVER,
                "all",
                AvailableSettings.HBM2DDL_AUTO,
                "none",
                AvailableSettings.SEQUENCE_INCREMENT_SIZE_MISMATCH_STRATEGY,
                "none");

        try (SessionFactory unit = start(settings, database, Ticket.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left().get("Ticket.id")).contains("Numbers");
            assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Ticket())))
                    .hasStackTraceContaining("Numbers");
        }
    }

    /** The same of a table of counters. */
    @Test
    void shouldNotTakeAnotherTableForOneWhoseNameIsInQuotes() {
        String database = Units.newH2();
        Databases.execute(
                database,
                "CREATE TABLE purse (id BIGINT PRIMARY KEY)",
                "CREATE TABLE purses (rowname VARCHAR(255) PRIMARY KEY, nextval BIGINT)",
                "INSERT INTO purses VALUES ('purses', 0)");
        Map<String, Object> settings = Map.of(MintmarkSettings.TAKEOVER, "all", AvailableSettings.HBM2DDL_AUTO, "none");

        try (SessionFactory unit = start(settings, database, Purse.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left().get("Purse.id")).contains("Purses");
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

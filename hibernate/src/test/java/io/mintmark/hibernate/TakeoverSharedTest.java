package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.HistoryChecker;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters that several entities share, or seem to. */
final class TakeoverSharedTest {

    /** Something with an id of a long. */
    interface Numbered {
        long number();
    }

    /** Names a catalog alone, which is a database on MariaDB. */
    @Entity(name = "Coffer")
    @Table(name = "coffer", catalog = "archive")
    static class Coffer implements Numbered {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "coffers")
        @TableGenerator(name = "coffers", table = "tallies", catalog = "archive", allocationSize = 10)
        long id;

        @Override
        public long number() {
            return id;
        }
    }

    /** Names no schema. */
    @Entity(name = "Plank")
    @Table(name = "plank")
    static class Plank implements Numbered {
        @Id
        @GeneratedValue(generator = "planks")
        @SequenceGenerator(name = "planks", sequenceName = "wood_numbers", allocationSize = 10)
        long id;

        @Override
        public long number() {
            return id;
        }
    }

    /** Names the schema that connections have, and reads the sequence of {@link Plank} otherwise. */
    @Entity(name = "Beam")
    @Table(name = "beam")
    static class Beam {
        @Id
        @GeneratedValue(generator = "beams")
        @GenericGenerator(
                name = "beams",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = "schema", value = "public"),
                    @Parameter(name = "sequence_name", value = "wood_numbers"),
                    @Parameter(name = "increment_size", value = "10"),
                    @Parameter(name = "optimizer", value = "pooled-lo")
                })
        @Nullable Long id;
    }

    /** Draws from a sequence of that name in another schema. */
    @Entity(name = "Rafter")
    @Table(name = "rafter")
    static class Rafter {
        @Id
        @GeneratedValue(generator = "rafters")
        @SequenceGenerator(name = "rafters", schema = "archive", sequenceName = "wood_numbers", allocationSize = 10)
        @Nullable Long id;
    }

    /** Has no table of its own. */
    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Animal implements Numbered {
        @Id
        @GeneratedValue(generator = "animals")
        @SequenceGenerator(name = "animals", sequenceName = "animal_numbers", allocationSize = 10)
        long id;

        @Override
        public long number() {
            return id;
        }
    }

    @Entity(name = "Ox")
    @Table(name = "ox")
    static class Ox extends Animal {}

    @Entity(name = "Mule")
    @Table(name = "mule")
    static class Mule extends Animal {}

    @Test
    void shouldCountInTheCatalogThatATableGeneratorNames() {
        String database = Units.newH2();
        String columns = "(sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)";
        Databases.execute(
                database,
                "CREATE SCHEMA archive",
                "CREATE TABLE tallies " + columns,
                "CREATE TABLE archive.tallies " + columns,
                "CREATE TABLE archive.coffer (id BIGINT PRIMARY KEY)");
        Map<String, Object> ofCatalogs = Map.of(
                AvailableSettings.DIALECT, MariaDBDialect.class.getName(), AvailableSettings.HBM2DDL_AUTO, "none");

        assertNoIdIsRepeated(database, ofCatalogs, List.of(Coffer.class), Coffer::new);
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldLeaveASequenceOfTwoOptimizersAloneThatOneNamesWithItsSchema(Databases kind) {
        Map<String, Object> all = Map.of(MintmarkSettings.TAKEOVER, "all");
        try (SessionFactory unit = Units.start(kind.create(), all, Plank.class, Beam.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left()).containsOnlyKeys("Plank.id", "Beam.id");
        }
    }

    /** The twin: two that name their schemas are two. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldTakeSequencesOfOneNameOverInTwoSchemas(Databases kind) {
        String database = kind.create();
        Databases.execute(database, "CREATE SCHEMA archive");
        Map<String, Object> all = Map.of(MintmarkSettings.TAKEOVER, "all");
        try (SessionFactory unit = Units.start(database, all, Rafter.class, Beam.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Rafter.id", "Beam.id");
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldCountForEachTableOfAnAbstractEntity(Databases kind) {
        assertNoIdIsRepeated(kind.create(), Map.of(), List.of(Animal.class, Ox.class, Mule.class), Ox::new, Mule::new);
    }

    /** Inserts in turns by a unit that takes the generators over, and by one that does not. */
    @SafeVarargs
    private static void assertNoIdIsRepeated(
            String database,
            Map<String, Object> settings,
            List<Class<?>> entities,
            Supplier<? extends Numbered>... makers) {
        Map<String, Object> taking = new HashMap<>(settings);
        taking.put(MintmarkSettings.TAKEOVER, "all");
        Class<?>[] mapped = entities.toArray(Class<?>[]::new);
        HistoryChecker history = new HistoryChecker();
        try (SessionFactory plain = Units.start(database, settings, mapped);
                SessionFactory taken = Units.start(database, taking, mapped)) {
            assertThat(TakeoverReport.of(taken).taken()).hasSize(1);
            for (int turn = 0; turn < 20; turn++) {
                SessionFactory unit = turn % 2 == 0 ? taken : plain;
                for (int i = 0; i < 15; i++) {
                    Numbered made = makers[i % makers.length].get();
                    unit.inTransaction(session -> session.persist(made));
                    history.issued("one", made.number());
                }
            }
        }
        assertThat(history.duplicateCount()).isZero();
    }
}

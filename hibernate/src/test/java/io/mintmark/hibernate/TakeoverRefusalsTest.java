package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators that cannot be proven to be shared safely are left alone with the reason, or refused by name. */
final class TakeoverRefusalsTest {
    private static final String MISMATCH = AvailableSettings.SEQUENCE_INCREMENT_SIZE_MISMATCH_STRATEGY;

    @ParameterizedTest
    @ValueSource(strings = {"log", "none"})
    void shouldLeaveASequenceOfAnotherIncrementAlone(String strategy) {
        String database = withBins("CREATE SEQUENCE bin_numbers START WITH 1 INCREMENT BY 1");

        assertThat(left(database, Map.of(MISMATCH, strategy), "Bin.id", Mismatches.Bin.class))
                .contains("increment=1, block=10");
    }

    @Test
    void shouldLeaveASequenceAloneWhoseIncrementEachProcessAdoptsForItself() {
        String database = withBins("CREATE SEQUENCE bin_numbers START WITH 1 INCREMENT BY 20");

        assertThat(left(database, Map.of(MISMATCH, "fix"), "Bin.id", Mismatches.Bin.class))
                .contains("increment_size_mismatch_strategy=fix");
    }

    @Test
    void shouldLeaveARowOfTwoSizesAlone() {
        String reason = left(Units.newH2(), Map.of(), "Small.id", Mismatches.Small.class, Mismatches.Large.class);

        assertThat(reason).contains("Small.id HIGH(10)").contains("Large.id HIGH(20)");
    }

    @Test
    void shouldLeaveASequenceOfTwoOptimizersAlone() {
        String reason = left(Units.newH2(), Map.of(), "Bin.id", Mismatches.Bin.class, Mismatches.Lid.class);

        assertThat(reason).contains("Bin.id HIGH(10)").contains("Lid.id LOW(10)");
    }

    /** The other generator would not be changed, and is a danger all the same. */
    @Test
    void shouldLeaveASequenceOfTwoOptimizersAloneWhereOnlyOneIsNamed() {
        try (SessionFactory unit = start("Bin", Units.newH2(), Map.of(), Mismatches.Bin.class, Mismatches.Lid.class)) {
            assertThat(TakeoverReport.of(unit).left()).containsOnlyKeys("Bin.id");
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
        }
    }

    @Test
    void shouldLeaveASequenceThatBeginsAgainAtItsEndAlone() {
        String database =
                withBins("CREATE SEQUENCE bin_numbers START WITH 1 INCREMENT BY 10 MINVALUE 1 MAXVALUE 1000 CYCLE");

        assertThat(left(database, Map.of(), "Bin.id", Mismatches.Bin.class)).contains("CYCLE");
    }

    /** The first id looks again, as the sequence may have been made meanwhile. */
    @Test
    void shouldTakeASequenceOverThatIsMadeAfterTheStart() {
        String database = withBins();
        try (SessionFactory unit =
                start("all", database, Map.of("hibernate.hbm2ddl.auto", "none"), Mismatches.Bin.class)) {
            assertThat(TakeoverReport.of(unit).left().get("Bin.id")).contains("has none of that name");

            Databases.execute(database, "CREATE SEQUENCE bin_numbers START WITH 1 INCREMENT BY 10");
            unit.inTransaction(session -> session.persist(new Mismatches.Bin()));

            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Bin.id");
        }
    }

    @Test
    void shouldLeaveASequenceAloneThatStartsBelowTheMappingsInitialValue() {
        String database = Units.newH2();
        Databases.execute(
                database,
                "CREATE TABLE late (id BIGINT PRIMARY KEY)",
                "CREATE SEQUENCE late_numbers START WITH 1 INCREMENT BY 10");

        assertThat(left(database, Map.of(), "Late.id", Mismatches.Late.class)).contains("must not stand below");
    }

    @Test
    void shouldLeaveASequenceThatCountsDownwardsAlone() {
        assertThat(left(Units.newH2(), Map.of(MISMATCH, "none"), "Backward.id", Mismatches.Backward.class))
                .contains("downwards");
    }

    @Test
    void shouldLeaveAGeneratorOfTheApplicationsOwnAlone() {
        assertThat(left(Units.newH2(), Map.of(), "Odd.id", Mismatches.Odd.class))
                .contains("OwnGenerator");
    }

    @Test
    void shouldLeaveAnOptimizerOfTheApplicationsOwnAlone() {
        Map<String, Object> own =
                Map.of(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, Mismatches.OwnOptimizer.class.getName());

        assertThat(left(Units.newH2(), own, "Bin.id", Mismatches.Bin.class)).contains("OwnOptimizer");
    }

    @Test
    void shouldLeaveATableWithAnInitialValueOfItsOwnAlone() {
        assertThat(left(Units.newH2(), Map.of(), "Dock.id", Mismatches.Dock.class))
                .contains("initial value of its own, 6");
    }

    /** Where values do not depend on the first one, the same table is taken over. */
    @Test
    void shouldTakeATableOverWhoseInitialValueDoesNotMatter() {
        Map<String, Object> low = Map.of(AvailableSettings.PREFERRED_POOLED_OPTIMIZER, "pooled-lo");
        try (SessionFactory unit = start("all", Units.newH2(), low, Mismatches.Dock.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Dock.id");

            Mismatches.Dock first = new Mismatches.Dock();
            unit.inTransaction(session -> session.persist(first));

            assertThat(first.id).isEqualTo(6);
        }
    }

    @Test
    void shouldTakeASingleRowOverAndLeaveOneOfTwoRowsAlone() {
        String database = Units.newH2();
        try (SessionFactory unit = start("all", database, Map.of(), Mismatches.Single.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Single.id");
        }
        Databases.execute(database, "INSERT INTO single_numbers (next_val) VALUES (7)");

        assertThat(left(database, Map.of(), "Single.id", Mismatches.Single.class))
                .contains("must be one row");
    }

    @Test
    void shouldLeaveARowWithoutANumberAlone() {
        String database = Units.newH2();
        start("all", database, Map.of(), Mismatches.Single.class).close();
        Databases.execute(database, "UPDATE single_numbers SET next_val = NULL");

        assertThat(left(database, Map.of(), "Single.id", Mismatches.Single.class))
                .containsIgnoringCase("null");
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldRefuseACounterBelowItsTable(Databases kind) {
        String database = behind(kind);

        assertThatThrownBy(() -> start("all", database, Map.of(), Mismatches.Bin.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("Bin.id")
                .hasMessageContaining("highest id")
                .hasMessageContaining("500");
    }

    /** A mended counter needs no new start. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldRefuseTheFirstIdWhereNobodyLookedAtTheStartUntilTheCounterIsRaised(Databases kind) {
        String database = behind(kind);
        Map<String, Object> late = Map.of(MintmarkSettings.LOOK, "first-id");
        try (SessionFactory unit = start("all", database, late, Mismatches.Bin.class)) {
            assertThat(TakeoverReport.of(unit).pending()).containsOnlyKeys("Bin.id");
            assertThatThrownBy(() -> unit.inTransaction(session -> session.persist(new Mismatches.Bin())))
                    .hasStackTraceContaining("must be taken over from a counter that stands above them");
            assertThat(TakeoverReport.of(unit).refused()).containsOnlyKeys("Bin.id");

            Databases.execute(database, "ALTER SEQUENCE bin_numbers RESTART WITH 521");
            Mismatches.Bin bin = new Mismatches.Bin();
            unit.inTransaction(session -> session.persist(bin));

            assertThat(bin.id).isGreaterThan(500);
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Bin.id");
        }
    }

    @Test
    void shouldRefuseANameThatMeansNothing() {
        assertThatThrownBy(() -> start("Bim", Units.newH2(), Map.of(), Mismatches.Bin.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("Bim is none of these")
                .hasMessageContaining("Bin")
                .hasMessageContaining("bins")
                .hasMessageContaining("bin_numbers");
    }

    @Test
    void shouldRefuseTheNameOfAnEntityWhoseIdsTheInsertMakes() {
        assertThatThrownBy(() -> start("Visit", Units.newH2(), Map.of(), Shop.Visit.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("IdentityGenerator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bin,,Lid", "all,Bin"})
    void shouldRefuseAValueThatNamesNothing(String value) {
        assertThatThrownBy(() -> start(value, Units.newH2(), Map.of(), Mismatches.Bin.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining(MintmarkSettings.TAKEOVER);
    }

    @Test
    void shouldRefuseToLookAtAnotherTimeThanThereIs() {
        assertThatThrownBy(
                        () -> start("all", Units.newH2(), Map.of(MintmarkSettings.LOOK, "never"), Mismatches.Bin.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("start or first-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bin", "io.mintmark.hibernate.Mismatches$Bin", "bins", "bin_numbers"})
    void shouldKnowAGeneratorByItsEntityItsNameAndItsSequence(String name) {
        String named = name.equals("io.mintmark.hibernate.Mismatches$Bin") ? Mismatches.Bin.class.getName() : name;
        try (SessionFactory unit = start(named, Units.newH2(), Map.of(), Mismatches.Bin.class, Mismatches.Dock.class)) {
            assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Bin.id");
        }
    }

    private static String behind(Databases kind) {
        String database = kind.create();
        Databases.execute(
                database,
                "CREATE TABLE bin (id BIGINT PRIMARY KEY, label VARCHAR(80))",
                "INSERT INTO bin VALUES (500, 'screws')",
                "CREATE SEQUENCE bin_numbers START WITH 1 INCREMENT BY 10");
        return database;
    }

    private static String withBins(String... statements) {
        String database = Units.newH2();
        Databases.execute(database, "CREATE TABLE bin (id BIGINT PRIMARY KEY, label VARCHAR(80))");
        Databases.execute(database, statements);
        return database;
    }

    /** Returns why {@code ids} are left alone; Hibernate goes on making them. */
    private static String left(String database, Map<String, Object> settings, String ids, Class<?>... entities) {
        try (SessionFactory unit = start("all", database, settings, entities)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            return Objects.requireNonNull(TakeoverReport.of(unit).left().get(ids), ids);
        }
    }

    private static SessionFactory start(
            String names, String database, Map<String, Object> settings, Class<?>... entities) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(MintmarkSettings.TAKEOVER, names);
        return Units.start(database, all, entities);
    }
}

package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.jdbc.JdbcRanges;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mintmark's table is where the unit's own tables are, or in the schema that a setting names. */
final class UnitSchemaTest {
    private static final Map<String, Object> APP = Map.of("hibernate.default_schema", "app");

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepItsTableInTheUnitsDefaultSchema(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app");

        assertThat(startAndPersist(url, APP)).isEqualTo(1);
        assertThat(startAndPersist(url, APP)).isEqualTo(2);
        assertThat(schemasOfOurTable(url)).containsExactly("app");
    }

    /** The twin: without the setting it is in the schema of the connections. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepItsTableInTheConnectionsSchemaOtherwise(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app");

        assertThat(startAndPersist(url, Map.of())).isEqualTo(1);
        assertThat(schemasOfOurTable(url)).containsExactly("public");
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldKeepItsTableInTheSchemaThatASettingNames(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app", "CREATE SCHEMA counting");
        Map<String, Object> settings = new HashMap<>(APP);
        settings.put(MintmarkSettings.SCHEMA, "counting");

        assertThat(startAndPersist(url, settings)).isEqualTo(1);
        assertThat(startAndPersist(url, settings)).isEqualTo(2);
        assertThat(schemasOfOurTable(url)).containsExactly("counting");
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldSpellAQuotedSchemaAsItIsQuoted(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA \"My App\"");

        assertThat(startAndPersist(url, Map.of("hibernate.default_schema", "`My App`")))
                .isEqualTo(1);
        assertThat(schemasOfOurTable(url)).containsExactly("my app");
    }

    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldTakeTheSchemaThatAMappingFileNames(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app");

        try (SessionFactory unit = MappingFiles.start(url, "unit-schema.orm.xml", Map.of(), Shop.Order.class)) {
            assertThat(persisted(unit)).isEqualTo(1);
        }
        assertThat(schemasOfOurTable(url)).containsExactly("app");
    }

    @Test
    void shouldStartForARoleThatOwnsOneSchemaAndMayMakeNothingElsewhere() {
        String url = Databases.POSTGRES.create();
        String role = Databases.fresh("owner");
        Databases.execute(
                url, "CREATE ROLE " + role + " LOGIN PASSWORD 'x'", "CREATE SCHEMA app AUTHORIZATION " + role);
        String asOwner = Databases.as(role, url);

        assertThat(startAndPersist(asOwner, APP)).isEqualTo(1);
        assertThat(schemasOfOurTable(url)).containsExactly("app");
    }

    /** Another program's table in the connections' schema, which this role may not even read, is nothing to it. */
    @Test
    void shouldStartBesideATableOfOthersThatItMayNotRead() {
        String url = Databases.POSTGRES.create();
        String role = Databases.fresh("owner");
        JdbcRanges.over(url, new Properties()).counter("PurchaseOrder").build().reserve(1_000);
        Databases.execute(
                url, "CREATE ROLE " + role + " LOGIN PASSWORD 'x'", "CREATE SCHEMA app AUTHORIZATION " + role);

        assertThat(startAndPersist(Databases.as(role, url), APP)).isEqualTo(1);
    }

    /** Numbers of rows that exist would be given again, if the counter began again beside its old place. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldRefuseACounterThatCountsInAnotherSchemaAlready(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app");
        JdbcRanges before = JdbcRanges.over(url, new Properties());
        before.counter("PurchaseOrder").build().reserve(1_000);

        assertThatThrownBy(() -> startAndPersist(url, APP))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("purchaseorder is in the table mintmark_counter")
                .hasMessageContaining(MintmarkSettings.SCHEMA);
        assertThat(schemasOfOurTable(url)).as("nothing was made").containsExactly("public");

        Map<String, Object> settings = new HashMap<>(APP);
        settings.put(MintmarkSettings.SCHEMA, "public");
        assertThat(startAndPersist(url, settings)).isEqualTo(1_001);
    }

    /** The twin: a counter of another name elsewhere is another program's. */
    @ParameterizedTest
    @EnumSource(Databases.class)
    void shouldLeaveCountersOfOtherNamesInOtherSchemasAlone(Databases database) {
        String url = database.create();
        Databases.execute(url, "CREATE SCHEMA app");
        JdbcRanges.over(url, new Properties()).counter("letters").build().reserve(1_000);

        assertThat(startAndPersist(url, APP)).isEqualTo(1);
    }

    @Test
    void shouldRefuseADefaultCatalogThatConnectionsAreNotOf() {
        String url = Databases.H2.create();
        Map<String, Object> settings =
                Map.of("hibernate.default_catalog", "elsewhere", "hibernate.hbm2ddl.auto", "none");

        assertThatThrownBy(() -> startAndPersist(url, settings))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("elsewhere")
                .hasMessageContaining(MintmarkSettings.SOURCES);
    }

    @Test
    void shouldRefuseASchemaBesideSourcesThatLiveElsewhere() {
        Map<String, Object> settings = new HashMap<>(new Units.InMemory().asSetting());
        settings.put(MintmarkSettings.SCHEMA, "app");

        assertThatThrownBy(() -> startAndPersist(Units.newH2(), settings))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("stands beside " + MintmarkSettings.SOURCES);
        assertThatThrownBy(() -> startAndPersist(Units.newH2(), Map.of(MintmarkSettings.SCHEMA, " ")))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("the name of a schema");
    }

    private static long startAndPersist(String url, Map<String, Object> settings) {
        try (SessionFactory unit = Units.start(url, settings, Shop.Order.class)) {
            return persisted(unit);
        }
    }

    static long persisted(SessionFactory unit) {
        Shop.Order order = new Shop.Order();
        unit.inTransaction(session -> session.persist(order));
        Long id = order.id;
        return id == null ? 0 : id;
    }

    private static Iterable<String> schemasOfOurTable(String url) {
        return Databases.texts(
                        url,
                        "SELECT table_schema FROM information_schema.tables WHERE lower(table_name) = '"
                                + JdbcRanges.TABLE + "'")
                .stream()
                .map(schema -> schema.toLowerCase(Locale.ROOT))
                .toList();
    }
}

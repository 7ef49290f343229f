package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** A property that nothing reads is refused when the application starts, by its name and with the nearest right one. */
final class UnknownPropertiesTest {
    private StartedApplication application;

    @TempDir
    private Path directory;

    @BeforeEach
    void nameACounter() throws IOException {
        application = new StartedApplication(directory)
                .file("application.yaml", "mintmark:\n  node-tag: A\n  counters:\n    my-invoices:\n");
    }

    @Test
    void shouldRefuseAMemberThatNoCounterHas() throws IOException {
        application.file("application.yaml", "mintmark.counters.invoices:\n  presset: efcore\n");

        assertRefused("mintmark.counters.invoices.presset", "write mintmark.counters.invoices.preset");
        assertRefused("application.yaml", "2:12");
    }

    @Test
    void shouldRefuseANameThatIsNearlyOneOfOurs() {
        application.arguments("--mintmark.countres.invoices.preset=efcore", "--mintmark.ranges-size=5");

        assertRefused("mintmark.countres.invoices.preset", "write mintmark.counters.invoices.preset");
        assertRefused("mintmark.ranges-size", "write mintmark.range-size");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "mintmark.colour=blue, take mintmark.colour away",
        "mintmark.counters.shop.orders.preset=efcore, mintmark.counters.[my.orders]",
        "mintmark.hibernate.sources=shop.Counters, write spring.jpa.properties.mintmark.hibernate.sources",
        "mintmark.counters.invoices.idz=invoices.id, write mintmark.counters.invoices.ids",
        "mintmark.shema=counting, write mintmark.schema",
    })
    void shouldSayWhatToWriteInstead(String property, String remedy) {
        application.arguments("--" + property);

        assertRefused(property.substring(0, property.indexOf('=')), remedy);
    }

    @Test
    void shouldRefuseSystemPropertiesOfCountersAndNearlyOurs() {
        application.systemProperty("mintmark.counters.invoices.presset", "efcore");
        assertRefused("mintmark.counters.invoices.presset", "write mintmark.counters.invoices.preset");

        application.systemProperty("mintmark.range-sizes", "5");
        assertRefused("mintmark.range-sizes", "write mintmark.range-size");
    }

    @Test
    void shouldRefuseVariablesOfCountersAndNearlyOurs() {
        application.variable("MINTMARK_COUNTERS_INVOICES_PRESSET", "efcore");
        assertRefused("MINTMARK_COUNTERS_INVOICES_PRESSET", "_PRESET");

        application.variable("MINTMARK_NODE_TAGS", "A");
        assertRefused("MINTMARK_NODE_TAGS", "write MINTMARK_NODE_TAG");
    }

    /** Spring cannot tell where such a name ends, unless it stands in a file too. */
    @Test
    void shouldRefuseAVariableOfACounterWithADashThatNoFileNames() throws IOException {
        application
                .file("application.yaml", "mintmark.node-tag: A\n")
                .variable("MINTMARK_COUNTERS_MY_INVOICES_PRESET", "efcore");

        assertRefused("MINTMARK_COUNTERS_MY_INVOICES_PRESET", "has to stand in a file too");
    }

    /** A server beside the application has these, and tests of ours have those. */
    @Test
    void shouldStartBesideNamesOfOtherPrograms() {
        application
                .variable("MINTMARK_PORT", "8080")
                .variable("MINTMARK_DATA", "/srv/mintmark")
                .variable("MINTMARK_NODE_TAG", "B")
                .systemProperty("mintmark.seed", "5")
                .systemProperty("mintmark.effort", "quick");

        try (ConfigurableApplicationContext context = application.start(Databases.newUrl())) {
            assertThat(context.getBean(MintmarkProperties.class).nodeTag()).isEqualTo("B");
        }
    }

    /** The twin: everything that the documentation names is read. */
    @Test
    void shouldTakeEveryNameThatThereIs() throws IOException {
        application.file("application.yaml", """
                mintmark:
                  counters:
                    orders:
                    rows:
                      preset: hibernate-table-pooled
                      setting: 50
                      table: hibernate_sequences
                      row: rows
                      ids: rows.id
                      data-source: dataSource
                  data-source: dataSource
                  schema: PUBLIC
                  node-tag: A
                  js-safe: true
                  range-size: 10
                  range-size-max: 100
                  deadline: 2s
                  json:
                    ids: strings
                """);

        Databases.withHibernateSequences(url -> {
            try (ConfigurableApplicationContext context = application.start(url)) {
                assertThat(context.getBean(MintmarkProperties.class)).isEqualTo(everyName());
            }
        });
    }

    private static MintmarkProperties everyName() {
        MintmarkProperties.Counter rows = new MintmarkProperties.Counter(
                "hibernate-table-pooled",
                50L,
                null,
                "hibernate_sequences",
                null,
                null,
                null,
                "rows",
                null,
                "dataSource",
                "rows.id");
        Map<String, MintmarkProperties.Counter> counters =
                Map.of("orders", MintmarkProperties.Counter.of(""), "rows", rows);
        return new MintmarkProperties(
                counters,
                "dataSource",
                "PUBLIC",
                "A",
                true,
                10,
                100,
                Duration.ofSeconds(2),
                new MintmarkProperties.Json(MintmarkProperties.Ids.STRINGS));
    }

    private void assertRefused(String... parts) {
        assertThat(Failures.rootOf(() -> application.start(Databases.newUrl())))
                .isInstanceOf(MintmarkConfigurationException.class)
                .message()
                .contains(parts);
    }
}

package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** A counter that the base file only names is described anywhere else, and a description is never left out. */
final class WherePropertiesStandTest {
    private static final String BASE = """
            mintmark:
              counters:
                orders:
                invoices:
            """;
    private static final String EFCORE = """
            mintmark:
              counters:
                invoices: { preset: efcore, setting: 10, sequence: OrderHiLo }
            """;

    private final String url = Databases.newUrl();
    private StartedApplication application;

    @TempDir
    private Path directory;

    @BeforeEach
    void createSequence() throws IOException {
        StartedApplication.createSequence(url);
        application = new StartedApplication(directory).file("application.yaml", BASE);
    }

    @Test
    void shouldCountAsTheProfileSays() throws IOException {
        application.file("application-net.yaml", EFCORE).arguments("--spring.profiles.active=net");

        assertCountsBesideEfCore();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--mintmark.counters.invoices.preset=efcore", "--mintmark.counters.invoices=efcore"})
    void shouldCountAsTheCommandLineSays(String preset) {
        application.arguments(
                preset, "--mintmark.counters.invoices.setting=10", "--mintmark.counters.invoices.sequence=OrderHiLo");

        assertCountsBesideEfCore();
    }

    /** Whether or not a file names the counter. */
    @ParameterizedTest
    @ValueSource(strings = {BASE, "mintmark:\n  counters:\n    my-orders:\n"})
    void shouldCountAsEnvironmentVariablesSay(String file) throws IOException {
        application
                .file("application.yaml", file)
                .variable("MINTMARK_COUNTERS_INVOICES_PRESET", "efcore")
                .variable("MINTMARK_COUNTERS_INVOICES_SETTING", "10")
                .variable("MINTMARK_COUNTERS_INVOICES_SEQUENCE", "OrderHiLo");

        assertCountsBesideEfCore();
    }

    @Test
    void shouldCountAsSystemPropertiesSay() {
        application
                .systemProperty("mintmark.counters.invoices.preset", "efcore")
                .systemProperty("mintmark.counters.invoices.setting", "10")
                .systemProperty("mintmark.counters.invoices.sequence", "OrderHiLo");

        assertCountsBesideEfCore();
    }

    @Test
    void shouldCountAsTheBaseFileSaysAlthoughAProfileOnlyNamesTheCounter() throws IOException {
        application
                .file("application.yaml", EFCORE)
                .file("application-net.yaml", BASE)
                .arguments("--spring.profiles.active=net");

        assertCountsBesideEfCore();
    }

    @Test
    void shouldReadAVariableOfACounterWhoseNameHasADash() throws IOException {
        application
                .file("application.yaml", "mintmark.counters.Sales-Invoices:\n")
                .variable("MINTMARK_COUNTERS_SALES_INVOICES_PRESET", "efcore")
                .variable("MINTMARK_COUNTERS_SALES_INVOICES_SETTING", "10")
                .variable("MINTMARK_COUNTERS_SALESINVOICES_SEQUENCE", "OrderHiLo");

        assertCountsBesideEfCore("Sales-Invoices");
    }

    @Test
    void shouldRefuseTwoPresetsOfOneCounter() {
        application.arguments("--mintmark.counters.invoices=own", "--mintmark.counters.invoices.preset=efcore");

        assertThat(Failures.rootOf(() -> application.start(url)))
                .hasMessageContaining("mintmark.counters.invoices=own")
                .hasMessageContaining("mintmark.counters.invoices.preset=efcore");
    }

    @Test
    void shouldRefuseAPresetThatDoesNotExistInAProfile() throws IOException {
        application
                .file("application-net.yaml", EFCORE.replace("efcore", "efcor"))
                .arguments("--spring.profiles.active=net");

        assertThat(Failures.rootOf(() -> application.start(url)))
                .hasMessageContaining("mintmark.counters.invoices.preset=efcor")
                .hasMessageContaining("write mintmark.counters.invoices.preset=efcore");
    }

    @Test
    void shouldRefuseTwoNamesThatAreOneToSpring() throws IOException {
        application.file("application.yaml", """
                mintmark:
                  counters:
                    order-lines:
                    orderlines: { preset: efcore, setting: 10, sequence: OrderHiLo }
                """);

        assertThat(Failures.rootOf(() -> application.start(url)))
                .hasMessageContaining("mintmark.counters.order-lines and mintmark.counters.orderlines are one");
    }

    private void assertCountsBesideEfCore() {
        assertCountsBesideEfCore("invoices");
    }

    private void assertCountsBesideEfCore(String counter) {
        try (ConfigurableApplicationContext context = application.start(url);
                HikariDataSource database = Databases.pool(url)) {
            HiLo invoices = context.getBean("mintmark." + counter, HiLo.class);
            long theirs = Databases.number(database, "CALL NEXT VALUE FOR \"OrderHiLo\"");

            assertThat(invoices.stream().limit(100))
                    .anyMatch(ours -> ours > theirs)
                    .noneMatch(ours -> ours >= theirs && ours < theirs + 10);
        }
    }
}

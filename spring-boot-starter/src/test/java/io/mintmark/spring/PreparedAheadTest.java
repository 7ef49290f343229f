package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import apps.prepared.PreparedApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that is prepared ahead of time counts as one that is not.
 *
 * <p>Spring Boot's processor runs in a JVM of its own, as its plugins run it, what it wrote is compiled, and the result runs
 * with {@code spring.aot.enabled}. A native image is not made here.
 */
final class PreparedAheadTest {
    private static final String PROCESSOR = "org.springframework.boot.SpringApplicationAotProcessor";
    private static final List<String> COUNTERS = List.of(
            "--mintmark.counters.orders=",
            "--mintmark.counters.invoices=efcore",
            "--mintmark.counters.invoices.setting=10",
            "--mintmark.counters.invoices.sequence=InvoiceHiLo",
            "--spring.flyway.enabled=false",
            "--spring.liquibase.enabled=false",
            "--spring.main.banner-mode=off",
            "--spring.main.web-application-type=none");

    @TempDir
    private Path directory;

    @BeforeEach
    void prepareWithoutADatabase() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                PROCESSOR,
                PreparedApplication.class.getName(),
                directory.resolve("sources").toString(),
                directory.resolve("resources").toString(),
                directory.resolve("classes").toString(),
                "shop",
                "prepared",
                "--spring.datasource.url=jdbc:h2:tcp://127.0.0.1:1/nothing"));
        command.addAll(COUNTERS);
        Programs.run(directory, command);
        compile();
        assertThereIsCodeOfEachCounter();
        assertThereAreHints();
    }

    @Test
    void shouldCountByTheCodeThatWasMade() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "-Dspring.aot.enabled=true",
                PreparedApplication.class.getName(),
                "--spring.datasource.url=jdbc:h2:mem:prepared",
                "--spring.sql.init.mode=always",
                "--spring.sql.init.schema-locations=classpath:apps/migrated/schema.sql",
                "--spring.jpa.hibernate.ddl-auto=update",
                "--mintmark.counters.tickets="));
        command.addAll(COUNTERS);

        assertThat(Programs.run(directory, command, directory.resolve("classes"), directory.resolve("resources")))
                .contains("prepared true", "stored order 1", "order 2", "invoice 1001", "found true")
                .contains("counters [mintmark.invoices, mintmark.orders, mintmark.tickets]");
    }

    /** Otherwise the run would show less than it says. */
    private void assertThereIsCodeOfEachCounter() throws IOException {
        try (Stream<Path> sources = Files.walk(directory.resolve("sources"))) {
            Path made = sources.filter(source -> source.endsWith("MintmarkCounters__BeanDefinitions.java"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(made)).contains("\"orders\"", "\"invoices\"");
        }
    }

    /** What a native image would lose, in the files that its builder reads. */
    private void assertThereAreHints() throws IOException {
        StringBuilder hints = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory.resolve("resources"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".json")).toList()) {
                hints.append(Files.readString(file));
            }
        }
        assertThat(hints)
                .contains("io.mintmark.spring.MintmarkProperties$Counter", "\"of\"")
                .contains("io.mintmark.spring.MintmarkCounters", "\"generator\"", "\"source\"")
                .contains("io.mintmark.hibernate.MintmarkIdGenerator", "io.mintmark.hibernate.MintmarkIntegrator")
                .contains("org.hibernate.integrator.spi.Integrator");
    }

    private void compile() throws IOException {
        try (Stream<Path> sources = Files.walk(directory.resolve("sources"))) {
            Programs.compile(
                    sources.filter(source -> source.toString().endsWith(".java"))
                            .toList(),
                    directory.resolve("classes"),
                    directory.resolve("classes"));
        }
    }
}

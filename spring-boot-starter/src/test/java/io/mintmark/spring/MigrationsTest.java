package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import apps.migrated.MigratedApplication;
import apps.migrated.MigratedApplication.Checkout;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.JdbcRanges;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A migration comes before the first look at a counter, whatever makes the schema and whoever asks first. */
final class MigrationsTest {
    private final String url = Databases.newUrl();

    /** A maker of schemas, and what turns it on. */
    record Maker(String name, String... properties) {
        Maker and(String... more) {
            return new Maker(
                    name, Stream.of(properties, more).flatMap(Stream::of).toArray(String[]::new));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Maker FLYWAY =
            new Maker("flyway", "spring.flyway.enabled=true", "spring.flyway.locations=classpath:apps/migrated/flyway");

    private static final String[] WITHOUT_JPA = {
        "spring.data.jpa.repositories.enabled=false",
        // Those of both lines; a class that is not there is passed over.
        "spring.autoconfigure.exclude=org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
                + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
    };

    /** Spring makes a persistence unit before all other beans, and the schema before that, so JPA would hide the fault. */
    static Stream<Maker> makers() {
        Maker liquibase = new Maker(
                "liquibase",
                "spring.liquibase.enabled=true",
                "spring.liquibase.change-log=classpath:apps/migrated/changelog.sql");
        Maker scripts = new Maker("scripts", "spring.sql.init.schema-locations=classpath:apps/migrated/schema.sql");
        return Stream.of(
                FLYWAY,
                FLYWAY.and(WITHOUT_JPA),
                liquibase.and(WITHOUT_JPA),
                scripts.and(WITHOUT_JPA),
                scripts.and("spring.jpa.defer-datasource-initialization=true"));
    }

    @ParameterizedTest
    @MethodSource("makers")
    void shouldStartOnAnEmptyDatabaseAndAgain(Maker maker) {
        try (ConfigurableApplicationContext first = start(maker)) {
            Checkout checkout = first.getBean(Checkout.class);
            assertThat(checkout.order()).isEqualTo(1);
            assertThat(checkout.invoice()).isEqualTo(1001);
            assertThat(checkout.ticket()).isEqualTo(1);
        }
        try (ConfigurableApplicationContext second = start(maker)) {
            Checkout checkout = second.getBean(Checkout.class);
            assertThat(checkout.order()).isEqualTo(2);
            assertThat(checkout.invoice()).isGreaterThan(1001);
        }
    }

    /** The twin: what makes our table outside of Spring's order makes it first, and Flyway refuses the schema for good. */
    @Test
    void shouldSeeATableOfOursThatComesFirst() {
        try (HikariDataSource database = Databases.pool(url)) {
            JdbcRanges.over(database).counter("orders").build();
        }

        assertThat(Failures.rootOf(() -> start(FLYWAY).close())).hasMessageContaining("non-empty schema");
    }

    private ConfigurableApplicationContext start(Maker maker) {
        return new SpringApplicationBuilder(MigratedApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + url,
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "spring.sql.init.mode=always",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "mintmark.counters.orders=",
                        "mintmark.counters.invoices.preset=efcore",
                        "mintmark.counters.invoices.setting=10",
                        "mintmark.counters.invoices.sequence=InvoiceHiLo")
                .properties(maker.properties())
                .run();
    }
}

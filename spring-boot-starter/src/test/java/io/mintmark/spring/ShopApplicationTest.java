package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import io.mintmark.spring.ShopApplication.Bill;
import io.mintmark.spring.ShopApplication.Note;
import io.mintmark.spring.ShopApplication.Order;
import io.mintmark.spring.ShopApplication.Shop;
import io.mintmark.spring.ShopApplication.Visit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole application, as a user writes one, on this line of Spring Boot. */
final class ShopApplicationTest {
    private final String url = Databases.newUrl();

    @BeforeEach
    void createTables() {
        try (HikariDataSource database = Databases.pool(url)) {
            Databases.execute(database, "CREATE TABLE \"visit\" (\"ID\" BIGINT PRIMARY KEY, \"PAGE\" VARCHAR(99))");
            Databases.execute(database, "CREATE TABLE \"note\" (\"ID\" VARCHAR(99) PRIMARY KEY, \"TEXT\" VARCHAR(99))");
        }
    }

    @Test
    void shouldRunOnTheLineThatTheBuildNames() {
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("test.spring-boot.line") + ".");
    }

    @Test
    void shouldIssueIdsToJpaFromTheGeneratorOfTheApplication() {
        try (ConfigurableApplicationContext context = start()) {
            Shop shop = context.getBean(Shop.class);
            HiLo orders = context.getBean("mintmark.orders", HiLo.class);

            assertThat(shop.persist(new Order()).id).isEqualTo(1L);
            assertThat(orders.next()).isEqualTo(2);
            assertThat(shop.persist(new Order()).id).isEqualTo(3L);
            assertThat(shop.persist(new Bill()).id).isEqualTo("bills/1-A");
            assertThat(shop.entities().find(Order.class, 3L)).isNotNull();
        }
    }

    @Test
    void shouldIssueIdsToNewAggregatesOfSpringDataJdbc() {
        try (ConfigurableApplicationContext context = start()) {
            Shop shop = context.getBean(Shop.class);

            Iterable<Visit> visits =
                    shop.aggregates().saveAll(List.of(new Visit(null, "/home"), new Visit(null, "/cart")));
            Note note = shop.aggregates().save(new Note(null, "hello"));
            Visit changed = shop.aggregates().save(new Visit(2L, "/checkout"));

            assertThat(visits).containsExactly(new Visit(1L, "/home"), new Visit(2L, "/cart"));
            assertThat(note.id()).isEqualTo("notes/1-A");
            assertThat(changed).isEqualTo(new Visit(2L, "/checkout"));
            assertThat(shop.aggregates().findAll(Visit.class))
                    .containsExactlyInAnyOrder(new Visit(1L, "/home"), new Visit(2L, "/checkout"));
        }
    }

    @Test
    void shouldGoOnWhereTheLastRunEnded() {
        try (ConfigurableApplicationContext first = start()) {
            assertThat(first.getBean(Shop.class).persist(new Order()).id).isEqualTo(1L);
        }
        try (ConfigurableApplicationContext second = start()) {
            assertThat(second.getBean(Shop.class).persist(new Order()).id).isEqualTo(2L);
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + url,
                        "spring.jpa.hibernate.ddl-auto=update",
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "mintmark.counters.orders=",
                        "mintmark.node-tag=A")
                .run();
    }
}

package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.spring.internal.IdPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A property names the column of a counter's ids, and a counter that stands below them is refused when it starts. */
final class CounterIdsTest {
    private final String url = Databases.newUrl();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean("dataSource", HikariDataSource.class, () -> Databases.pool(url));

    private void execute(String... statements) {
        try (HikariDataSource database = Databases.pool(url)) {
            for (String statement : statements) {
                Databases.execute(database, statement);
            }
        }
    }

    /** NHibernate's row was used with blocks of 32,768; with blocks of 100 its next number is far below. */
    private ApplicationContextRunner declaredWithAnotherBlock() {
        execute(
                "CREATE TABLE hibernate_unique_key (next_hi BIGINT)",
                "INSERT INTO hibernate_unique_key VALUES (6)",
                "CREATE TABLE orders (id BIGINT PRIMARY KEY)",
                "INSERT INTO orders VALUES (163840), (163841)");
        return application.withPropertyValues(
                "mintmark.counters.orders=nhibernate-hilo", "mintmark.counters.orders.setting=99");
    }

    @Test
    void shouldRefuseACounterThatStandsBelowItsIds() {
        declaredWithAnotherBlock()
                .withPropertyValues("mintmark.counters.orders.ids=orders.id")
                .run(context -> assertThat(Failures.rootOf(context))
                        .hasMessageContaining("163841")
                        .hasMessageContaining("orders"));
    }

    /** The twin: without the property nothing compares the two, and a number below existing ids is issued. */
    @Test
    void shouldNotSeeTheIdsThatNoPropertyNames() {
        declaredWithAnotherBlock()
                .run(context -> assertThat(context.getBean(HiLo.class).next()).isLessThan(163_840));
    }

    @Test
    void shouldTakeIdsOfACounterOfItsOwnInAnySchema() {
        execute(
                "CREATE SCHEMA \"sales\"",
                "CREATE TABLE \"sales\".\"Order.Lines\" (\"id\" BIGINT PRIMARY KEY)",
                "INSERT INTO \"sales\".\"Order.Lines\" VALUES (4711)");

        application
                .withPropertyValues("mintmark.counters.lines.ids=sales.\"Order.Lines\".id")
                .run(context -> assertThat(Failures.rootOf(context)).hasMessageContaining("4711"));
    }

    @Test
    void shouldReadEachWayToWriteAPlace() {
        assertThat(IdPlace.of("orders.id")).isEqualTo(new IdPlace(SqlName.of("orders"), SqlName.of("id")));
        assertThat(IdPlace.of(" sales.orders.id "))
                .isEqualTo(new IdPlace(new SqlName("sales", "orders"), SqlName.of("id")));
        assertThat(IdPlace.of("\"a.b\".\"say \"\"id\"\"\""))
                .isEqualTo(new IdPlace(SqlName.of("a.b"), SqlName.of("say \"id\"")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "orders.", ".id", "a.b.c.d", "\"orders.id", "orders..id", "\"\".id"})
    void shouldRefuseWhatIsNoPlace(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdPlace.of(text));
    }

    @Test
    void shouldSayWhichPropertyIsNoPlace() {
        application
                .withPropertyValues("mintmark.counters.orders.ids=orders")
                .run(context -> assertThat(Failures.failureOf(context))
                        .hasStackTraceContaining("mintmark.counters.orders.ids")
                        .hasStackTraceContaining("ids=orders"));
    }
}

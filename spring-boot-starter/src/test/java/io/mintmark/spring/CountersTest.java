package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.hilo.HiLo;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Counters come from properties, live in the application's database and give back what nobody used. */
final class CountersTest {
    private final String url = Databases.newUrl();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
            .withBean("dataSource", HikariDataSource.class, () -> Databases.pool(url));

    /** A class as an application writes it to get a counter. */
    record Desk(
            @Qualifier("orders") HiLo orders,
            @Qualifier("orders") RangeSource place,
            MintmarkCounters counters) {}

    @Test
    void shouldMakeAGeneratorAndASourceOfEachCounter() {
        application
                .withPropertyValues("mintmark.counters.orders=", "mintmark.counters.invoices=own")
                .withBean(Desk.class)
                .run(context -> {
                    Desk desk = context.getBean(Desk.class);

                    assertThat(desk.orders.next()).isEqualTo(1);
                    assertThat(desk.counters.generator("ORDERS")).isSameAs(desk.orders);
                    assertThat(desk.place.raise(0)).isGreaterThanOrEqualTo(1);
                    assertThat(context.getBeansOfType(HiLo.class))
                            .containsOnlyKeys("mintmark.orders", "mintmark.invoices");
                });
    }

    @Test
    void shouldMakeCountersThatNoPropertyNames() {
        application.run(context -> assertThat(context.getBean(MintmarkCounters.class)
                        .generator("tickets")
                        .next())
                .isEqualTo(1));
    }

    @Test
    void shouldGiveUnusedNumbersBackWhenTheContextCloses() {
        ApplicationContextRunner shop = application.withPropertyValues("mintmark.counters.orders=");

        shop.run(context -> assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));
        shop.run(context -> assertThat(context.getBean(HiLo.class).next()).isEqualTo(2));
    }

    /** The twin: what an open context holds is a gap, so that the test above can see the difference. */
    @Test
    void shouldBeginAboveWhatAnOpenContextHolds() {
        ApplicationContextRunner shop = application.withPropertyValues("mintmark.counters.orders=");

        shop.run(open -> {
            assertThat(open.getBean(HiLo.class).next()).isEqualTo(1);
            shop.run(second -> assertThat(second.getBean(HiLo.class).next()).isGreaterThan(2));
        });
    }

    @Test
    void shouldShareACounterWithAProgramThatSpellsItsNameOtherwise() {
        try (HikariDataSource database = Databases.pool(url)) {
            long before = JdbcRanges.over(database)
                    .counter("Orders")
                    .build()
                    .reserve(10)
                    .high();

            application
                    .withPropertyValues("mintmark.counters.ORDERS=")
                    .run(context ->
                            assertThat(context.getBean(HiLo.class).next()).isEqualTo(before + 1));
        }
    }

    @Test
    void shouldCountWithTheSequenceThatEfCoreUses() {
        try (HikariDataSource database = Databases.pool(url)) {
            Databases.execute(database, "CREATE SEQUENCE \"OrderHiLo\" START WITH 1 INCREMENT BY 10");
            application
                    .withPropertyValues(
                            "mintmark.counters.orders.preset=ef-core",
                            "mintmark.counters.orders.setting=10",
                            "mintmark.counters.orders.sequence=OrderHiLo")
                    .run(context -> {
                        HiLo orders = context.getBean(HiLo.class);
                        assertThat(orders.stream().limit(25)).contains(1L).doesNotHaveDuplicates();

                        long theirs = Databases.number(database, "CALL NEXT VALUE FOR \"OrderHiLo\"");

                        assertThat(orders.stream().limit(100))
                                .anyMatch(ours -> ours > theirs)
                                .noneMatch(ours -> ours >= theirs && ours < theirs + 10);
                    });
        }
    }

    @Test
    void shouldTakeTheDataSourceThatIsNamed() {
        String other = Databases.newUrl();
        try (HikariDataSource database = Databases.pool(other)) {
            application
                    .withBean("archive", DataSource.class, () -> Databases.pool(other))
                    .withPropertyValues("mintmark.data-source=archive", "mintmark.counters.orders=")
                    .run(context ->
                            assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));

            Databases.execute(database, "SELECT * FROM \"mintmark_counter\"");
        }
        try (HikariDataSource untouched = Databases.pool(url)) {
            assertThatThrownBy(() -> Databases.execute(untouched, "SELECT * FROM \"mintmark_counter\""))
                    .hasMessageContaining("not found");
        }
    }

    @Test
    void shouldKeepItsOwnTableInTheSchemaThatIsNamed() {
        try (HikariDataSource database = Databases.pool(url)) {
            Databases.execute(database, "CREATE SCHEMA \"counting\"");
            application
                    .withPropertyValues("mintmark.schema=counting", "mintmark.counters.orders=")
                    .run(context ->
                            assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));

            assertThat(schemasOfTheTable(database)).isEqualTo("counting");
        }
    }

    /** The twin: without the property the table is in the connections' own schema. */
    @Test
    void shouldKeepItsOwnTableInTheSchemaOfTheConnections() {
        try (HikariDataSource database = Databases.pool(url)) {
            application
                    .withPropertyValues("mintmark.counters.orders=")
                    .run(context ->
                            assertThat(context.getBean(HiLo.class).next()).isEqualTo(1));

            assertThat(schemasOfTheTable(database)).isEqualTo("PUBLIC");
        }
    }

    private static String schemasOfTheTable(HikariDataSource database) {
        return Databases.text(
                database,
                "SELECT LISTAGG(TABLE_SCHEMA) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'mintmark_counter'");
    }

    @Test
    void shouldAskABeanWhereCountersLive() {
        RangeSources memory = counter -> new InMemoryRanges(100, 200);

        application
                .withBean(RangeSources.class, () -> memory)
                .withPropertyValues("mintmark.counters.orders=")
                .run(context -> assertThat(context.getBean(HiLo.class).next()).isEqualTo(101));
    }

    @Test
    void shouldSayInTheLogWhichPropertiesSuchABeanStandsInFor() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new ConsoleHandler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }
        };
        Logger log = Logger.getLogger(UnreadProperties.class.getName());
        log.addHandler(handler);
        try {
            application
                    .withBean(RangeSources.class, () -> counter -> new InMemoryRanges())
                    .withPropertyValues("mintmark.schema=counting", "mintmark.counters.orders=efcore")
                    .run(context -> assertThat(context).hasNotFailed());
        } finally {
            log.removeHandler(handler);
        }
        assertThat(logged).anyMatch(line -> line.endsWith("not read: mintmark.schema, mintmark.counters.orders"));
    }

    @Test
    void shouldRefuseAPresetThatDoesNotExist() {
        application
                .withPropertyValues("mintmark.counters.orders=ef-cord")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("mintmark.counters.orders.preset=ef-cord")
                        .hasMessageContaining("efcore"));
    }

    @Test
    void shouldTakeANameInBracketsAsItIs() {
        RangeSources memory = counter -> new InMemoryRanges(100, 200);

        application
                .withBean(RangeSources.class, () -> memory)
                .withPropertyValues("mintmark.counters.[shop/orders]=")
                .run(context ->
                        assertThat(context.getBeansOfType(HiLo.class)).containsOnlyKeys("mintmark.shop/orders"));
    }

    /** Otherwise the counter would be a row of our own, which begins at 1 beside ids that exist. */
    @Test
    void shouldRefuseACounterWhoseNameSpringChanged() {
        application
                .withPropertyValues("mintmark.counters.shop/orders=")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(MintmarkCounters.class).generator("Shop/Orders"))
                        .hasMessageContaining("mintmark.counters.shoporders does not describe shop/orders")
                        .hasMessageContaining("mintmark.counters.[shop/orders]"));
    }

    @Test
    void shouldRefuseTwoDescriptionsOfOneCounter() {
        application
                .withPropertyValues("mintmark.counters.[Orders]=efcore", "mintmark.counters.[orders]=")
                .run(context -> assertThat(Failures.rootOf(context)).hasMessageContaining("described once"));
    }

    @Test
    void shouldRefuseNamesOfWhatItsOwnTableDoesNotHave() {
        application
                .withPropertyValues("mintmark.counters.orders.sequence=order_seq")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("nothing to set but its data-source")
                        .hasMessageContaining("order_seq"));
    }

    @Test
    void shouldEndNumbersWhereJavaScriptRoundsThem() {
        RangeSources nearTheEnd = counter -> new InMemoryRanges((1L << 53) - 2, Long.MAX_VALUE);
        ApplicationContextRunner shop =
                application.withBean(RangeSources.class, () -> nearTheEnd).withPropertyValues("mintmark.js-safe=true");

        shop.run(context -> {
            HiLo orders = context.getBean(MintmarkCounters.class).generator("orders");

            assertThat(orders.next()).isEqualTo((1L << 53) - 1);
            assertThatThrownBy(orders::next).hasMessageContaining("orders");
        });
    }
}

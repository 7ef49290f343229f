package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.MintmarkException;
import io.mintmark.hibernate.CounterSources;
import io.mintmark.hibernate.MintmarkSettings;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import io.mintmark.spring.ShopApplication.Order;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** Every failure at start is described, with what to do, by the analyzer that Spring Boot finds. */
final class StartFailuresTest {
    private final String url = Databases.newUrl();
    private final ApplicationContextRunner withoutDatabase =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class));
    private final ApplicationContextRunner application =
            withoutDatabase.withBean("dataSource", HikariDataSource.class, () -> Databases.pool(url));

    @Test
    void shouldDescribeAPresetThatDoesNotExist() {
        assertThat(failureOf(application, "mintmark.counters.orders=efcor"))
                .contains("mintmark.counters.orders.preset=efcor")
                .contains("Write mintmark.counters.orders.preset=efcore.");
    }

    @Test
    void shouldDescribeAPropertyThatIsNotRead() {
        assertThat(failureOf(application, "mintmark.counters.orders.sequenze=x"))
                .contains("mintmark.counters.orders.sequenze")
                .contains("Write mintmark.counters.orders.sequence,");
    }

    @Test
    void shouldDescribeAMemberThatItsPresetDoesNotHave() {
        assertThat(failureOf(application, "mintmark.counters.orders=efcore", "mintmark.counters.orders.table=orders"))
                .contains("mintmark.counters.orders does not fit its preset efcore")
                .contains("Mend mintmark.counters.orders");
    }

    @Test
    void shouldDescribeACounterThatIsRefused() {
        try (HikariDataSource database = Databases.pool(url)) {
            Databases.execute(database, "CREATE SEQUENCE \"OrderHiLo\" START WITH 1 INCREMENT BY 7");
        }
        assertThat(failureOf(
                        application,
                        "mintmark.counters.orders=efcore",
                        "mintmark.counters.orders.setting=10",
                        "mintmark.counters.orders.sequence=OrderHiLo"))
                .contains("OrderHiLo")
                .contains("Change what mintmark.counters says");
    }

    @Test
    void shouldDescribeADatabaseThatCannotBeReached() {
        HikariDataSource gone = Databases.pool(url);
        gone.close();
        ApplicationContextRunner unreachable = withoutDatabase.withBean(
                "dataSource", DataSource.class, () -> gone, bean -> bean.setDestroyMethodName(""));

        assertThat(failureOf(unreachable, "mintmark.counters.orders="))
                .contains("orders")
                .contains("Check that the database runs");
    }

    @Test
    void shouldDescribeThatThereIsNoDatabase() {
        assertThat(failureOf(withoutDatabase, "mintmark.counters.orders="))
                .contains("there is no bean of type DataSource: orders")
                .contains("Set spring.datasource.url");
    }

    @Test
    void shouldDescribeThatThereAreTwoDatabases() {
        ApplicationContextRunner two = application.withBean("archive", DataSource.class, () -> Databases.pool(url));

        assertThat(failureOf(two, "mintmark.counters.orders="))
                .contains("[dataSource, archive]")
                .contains("mintmark.counters.orders.data-source");
    }

    @Test
    void shouldDescribeADatabaseThatDoesNotExist() {
        assertThat(failureOf(application, "mintmark.counters.orders=", "mintmark.data-source=dateSource"))
                .contains("mintmark.data-source=dateSource")
                .contains("[dataSource]");
    }

    @Test
    void shouldDescribeValuesThatNoCounterCouldHave() {
        assertThat(failureOf(application, "mintmark.range-size=0"))
                .contains("mintmark.range-size cannot have its value");
        assertThat(failureOf(application, "mintmark.range-size-max=0")).contains("mintmark.range-size-max cannot");
        assertThat(failureOf(application, "mintmark.deadline=0s")).contains("mintmark.deadline cannot");
        assertThat(failureOf(application, "mintmark.schema=")).contains("mintmark.schema cannot");
        assertThat(failureOf(application, "mintmark.node-tag=a1")).contains("mintmark.node-tag cannot");
    }

    @Test
    void shouldDescribeThatNobodyWritesJson() {
        ApplicationContextRunner withoutJackson = application.withClassLoader(
                new FilteredClassLoader("com.fasterxml.jackson.databind", "tools.jackson.databind"));

        assertThat(failureOf(withoutJackson, "mintmark.json.ids=strings"))
                .contains("mintmark.json.ids")
                .contains("Add Jackson");
    }

    /** Otherwise a deadline of its own would move the unit's entities to counters in our own table. */
    @Test
    void shouldDescribeASettingOfAUnitThatWouldTakeItOutOfTheCounters() {
        ApplicationContextRunner unit = application.withBean(
                LocalContainerEntityManagerFactoryBean.class, () -> unit(Map.of(MintmarkSettings.DEADLINE, "PT5S")));

        assertThat(failureOf(unit)).contains(MintmarkSettings.DEADLINE).contains("Set mintmark.deadline");
    }

    @Test
    void shouldLeaveAUnitAloneThatSaysWhereItsCountersLive() {
        application
                .withBean(
                        LocalContainerEntityManagerFactoryBean.class,
                        () -> unit(Map.of(
                                MintmarkSettings.DEADLINE, "PT5S", MintmarkSettings.SOURCES, InMemory.class.getName())))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private LocalContainerEntityManagerFactoryBean unit(Map<String, ?> settings) {
        LocalContainerEntityManagerFactoryBean unit = new LocalContainerEntityManagerFactoryBean();
        unit.setDataSource(Databases.pool(url));
        unit.setPersistenceUnitName("shop");
        unit.setPackagesToScan(Order.class.getPackageName());
        unit.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        unit.setJpaPropertyMap(settings);
        return unit;
    }

    private static String failureOf(ApplicationContextRunner application, String... properties) {
        String[] said = {""};
        application.withPropertyValues(properties).run(context -> {
            said[0] = analyse(Failures.failureOf(context));
        });
        return said[0];
    }

    /** Asks the analyzers as Spring Boot does: the first that knows the failure is shown. */
    private static String analyse(Throwable failure) {
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        SpringFactoriesLoader.FailureHandler.handleMessage((message, thrown) -> {}));
        for (FailureAnalyzer analyzer : analyzers) {
            FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null) {
                assertThat(analysis.getCause()).isInstanceOf(MintmarkException.class);
                return analysis.getDescription() + "\n" + analysis.getAction();
            }
        }
        throw new AssertionError("no analyzer knows it", failure);
    }

    /** Counters that forget, by the name of a class. */
    public static final class InMemory implements CounterSources {
        @Override
        public RangeSource source(String counter) {
            return new InMemoryRanges();
        }
    }
}

package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.internal.AbstractDataSourceBean;
import io.mintmark.jdbc.JdbcRanges;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.TableGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Units whose pool refuses each statement outside of a JTA transaction, which is Atomikos' default. */
final class JtaUnitTest {
    private static final UserTransactionManager MANAGER = Atomikos.manager();

    @Entity(name = "Tabled")
    static class Tabled {
        @Id
        @TableGenerator(name = "tabled", table = "tabled_ids")
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "tabled")
        @Nullable Long id;
    }

    static Stream<Arguments> pools() {
        return Stream.of(Databases.values())
                .flatMap(database -> Stream.of(Atomikos.Pool.values()).map(kind -> Arguments.of(database, kind)));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldStartAndIssueIds(Databases database, Atomikos.Pool kind) throws Exception {
        String url = withTables(database);
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, false);
        try (SessionFactory unit = Units.start(url, Atomikos.settings(pool), Shop.Order.class)) {
            assertThat(committed(unit)).isEqualTo(1);
            assertThat(committed(unit)).isEqualTo(2);
        } finally {
            pool.close();
        }
        assertThat(Databases.texts(url, "SELECT id FROM purchase_order ORDER BY 1"))
                .containsExactly("1", "2");
    }

    /** The comparison: Hibernate's own generator of this kind works there. */
    @ParameterizedTest
    @MethodSource("pools")
    void shouldSeeThatHibernatesTableGeneratorWorksThere(Databases database, Atomikos.Pool kind) throws Exception {
        String url = withTables(database);
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, false);
        try (SessionFactory unit = Units.start(url, Atomikos.settings(pool), Tabled.class)) {
            MANAGER.begin();
            Tabled tabled = new Tabled();
            unit.getCurrentSession().persist(tabled);
            MANAGER.commit();
            assertThat(tabled.id).isEqualTo(1);
        } finally {
            pool.close();
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldSeeThatHibernateMakesNoTablesThere(Databases database, Atomikos.Pool kind) {
        String url = database.create();
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, false);
        Map<String, Object> settings = new HashMap<>(Atomikos.settings(pool));
        settings.put("hibernate.hbm2ddl.auto", "create");
        try {
            assertThatThrownBy(() -> Units.start(url, settings, Tabled.class).close())
                    .hasStackTraceContaining("A JTA transaction is required");
        } finally {
            pool.close();
        }
    }

    /** Each id is a reservation of its own, in the middle of a transaction that rolls back every other time. */
    @ParameterizedTest
    @MethodSource("pools")
    void shouldNeverIssueAnIdTwiceWhateverRollsBack(Databases database, Atomikos.Pool kind) throws Exception {
        String url = withTables(database);
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, false);
        Map<String, Object> settings = new HashMap<>(Atomikos.settings(pool));
        settings.put(MintmarkSettings.RANGE_SIZE, "1");
        settings.put(MintmarkSettings.RANGE_SIZE_MAX, "1");
        List<Long> issued = new ArrayList<>();
        try (SessionFactory unit = Units.start(url, settings, Shop.Order.class)) {
            for (int i = 0; i < 40; i++) {
                MANAGER.begin();
                Session session = unit.getCurrentSession();
                issued.add(persist(session));
                session.flush();
                issued.add(persist(session));
                if (i % 2 == 0) {
                    MANAGER.rollback();
                } else {
                    MANAGER.commit();
                }
            }
        } finally {
            pool.close();
        }
        assertThat(issued).doesNotHaveDuplicates().hasSize(80);
        assertThat(Databases.texts(url, "SELECT count(*) FROM purchase_order")).containsExactly("40");
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldGiveUnusedNumbersBackWhenTheFactoryCloses(Databases database, Atomikos.Pool kind) throws Exception {
        String url = withTables(database);
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, false);
        try {
            for (long expected = 1; expected <= 2; expected++) {
                try (SessionFactory unit = Units.start(url, Atomikos.settings(pool), Shop.Order.class)) {
                    assertThat(committed(unit)).isEqualTo(expected);
                }
            }
        } finally {
            pool.close();
        }
        assertThat(JdbcRanges.over(url, new Properties())
                        .counter("purchaseorder")
                        .build()
                        .reserve(1)
                        .low())
                .isEqualTo(3);
    }

    /** The other way to set such a pool up: statements are allowed outside of a transaction, and nothing else changes. */
    @ParameterizedTest
    @MethodSource("pools")
    void shouldIssueIdsWhereThePoolTakesLocalTransactions(Databases database, Atomikos.Pool kind) throws Exception {
        String url = withTables(database);
        AbstractDataSourceBean pool = Atomikos.pool(kind, url, true);
        try (SessionFactory unit = Units.start(url, Atomikos.settings(pool), Shop.Order.class)) {
            assertThat(committed(unit)).isEqualTo(1);
        } finally {
            pool.close();
        }
    }

    /** The twin: without the transaction manager nothing gets through to the same pool. */
    @ParameterizedTest
    @MethodSource("pools")
    void shouldSeeThatThePoolRefusesWorkOutsideOfATransaction(Databases database, Atomikos.Pool kind) {
        AbstractDataSourceBean pool = Atomikos.pool(kind, database.create(), false);
        try {
            JdbcRanges ranges = JdbcRanges.over(new UnitDataSource(new CountingProvider(pool), null));
            assertThatThrownBy(() -> ranges.counter("orders").build())
                    .hasStackTraceContaining("A JTA transaction is required");
        } finally {
            pool.close();
        }
    }

    private static String withTables(Databases database) {
        String url = database.create();
        Map<String, Object> elsewhere = new Units.InMemory().asSetting();
        Units.start(url, elsewhere, Shop.Order.class, Tabled.class).close();
        return url;
    }

    private static long committed(SessionFactory unit) throws Exception {
        MANAGER.begin();
        long id = persist(unit.getCurrentSession());
        MANAGER.commit();
        return id;
    }

    private static long persist(Session session) {
        Shop.Order order = new Shop.Order();
        session.persist(order);
        Long id = order.id;
        return id == null ? 0 : id;
    }
}
